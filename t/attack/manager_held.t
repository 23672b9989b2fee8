# A manager waits in the kernel for a file system, so that no signal can end it.
# httpd leaves it behind, and the processes below it still end. The file system
# looks like a local one, because an overlay covers it; then it falls silent.

use Mehari::Test;
use File::Temp;
use Time::HiRes qw(time);
use Mehari::Test::Fuse;
use Mehari::Test::Gateway
    qw(children_of gateway_server pool_processes script wait_until);
use Mehari::Test::Process;

plan skip_all => 'only root can mount a file system' if $>;
my ($below, $empty, $place) = map { File::Temp->newdir } 1 .. 3;
chmod 0755, $below, $empty, $place;
my $files = Mehari::Test::Fuse->new($below);
plan skip_all => 'there is no FUSE here' if !$files;
$files->write("$_.pl", <<~"PERL") for qw(there new);
    #!/usr/bin/perl
    print "Content-Type: text/plain\n\n$_\n";
    PERL
my $mounted
    = system("mount -t overlay -o lowerdir=$empty:$below overlay $place"
        . ' 2>/dev/null') == 0;
plan skip_all => 'there is no overlay here' if !$mounted;
END { local $?; system 'umount', '-l', $place if $mounted }

my $STUBBORN = '$SIG{$_} = "IGNORE" for qw(TERM HUP INT);';

sub start () {
    my $h = gateway_server(
        workers  => 8,
        handlers => { '/w' => [ 'My::Worker', 'PerlUsePool default' ] },
        config   => <<~"CONF",
            ServerLimit 4
            PerlPool default concurrency=8 workers=2
            PerlPool forks restore=fork
            PerlSwitches "-I@{[ fixture('worker') ]}"
            PerlModule My::Worker
            @{[ Mehari::Test::Fuse::served($place) ]}
            CONF
    );
    my $root = $h->document_root;
    mkdir "$root/work";
    chmod 0777, "$root/work";
    script($h, 'here.pl', qq(print "Content-Type: text/plain\n\nhere\n";));
    script($h, 'long.pl', <<~"PERL");
        $STUBBORN
        print "Content-Type: text/plain\\n\\n";
        if (!fork) { sleep 600; exit }
        open my \$to, '>', "$root/work/long" or die;
        sleep 1 while 1;
        PERL
    script($h, 'shell.pl', <<~"SHELL");
        #!/bin/sh
        trap '' TERM HUP INT
        : > "$root/work/shell"
        while :; do sleep 1; done
        SHELL
    # It leaves a process behind.
    script($h, 'leaves.pl', <<~"PERL");
        print "Content-Type: text/plain\\n\\n";
        \$| = 1;
        if (!fork) {
            open STDOUT, '>', '/dev/null';
            open STDERR, '>', '/dev/null';
            open my \$to, '>', "$root/work/left" or die;
            syswrite \$to, \$\$;
            sleep 600;
            exit;
        }
        PERL
    return $h;
}

# A request without anybody who waits for its end.
sub ask ($h, $path) {
    my $client = client($h, timeout => 60);
    $client->send("GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return $client;
}

# Makes each kind of process that a pool can have below its manager. The process
# that was left behind does not count.
sub fill ($h) {
    my $work = $h->document_root . '/work';
    is get($h, '/here.pl')->body,       "here\n",  'a script is served';
    is get($h, '/held/there.pl')->body, "there\n", 'one of the overlay, too';
    is get($h, '/w?hello')->status,     200,       'a handler answers';
    get($h, '/leaves.pl');
    my @asked = map { ask($h, $_) } qw(/long.pl /shell.pl);
    for my $name (qw(long shell left)) {
        ok wait_until(sub { -e "$work/$name" }), "$name runs";
    }
    wait_until(sub { -s "$work/left" });
    return (read_file("$work/left"), @asked);
}

my %name = (
    runs    => 'httpd runs',
    stop    => 'httpd is stopped meanwhile',
    restart => 'httpd is restarted meanwhile',
);
my %server;
for my $case (sort keys %name) {
    subtest "before: $name{$case}" => sub {
        my $h = $server{$case}{h} = start();
        @{ $server{$case} }{qw(left asked)} = fill($h);
        my $manager = $server{$case}{manager} = pool_processes($h)->{default};
        $server{$case}{below} = [ children_of($manager) ];
        cmp_ok scalar @{ $server{$case}{below} }, '>', 6,
            'there are many processes';
    };
}

$files->cache(3600);
stat "$place/$_.pl" for qw(new there);
stat $place;
$files->silent;
my @waiting;
for my $case (sort keys %name) {
    my $h    = $server{$case}{h};
    my $mark = $server{$case}{mark} = $h->error_log_mark;
    push @waiting, ask($h, '/held/new.pl');
}
sleep 1;
kill TERM => $server{stop}{h}->pid;
kill USR1 => $server{restart}{h}->pid;

for my $case (sort keys %name) {
    subtest $name{$case} => sub {
        my ($h, $manager, $below) = @{ $server{$case} }{qw(h manager below)};
        ok wait_until(sub { state_of($manager) eq 'D' }, 30),
            'the manager is held';
        ok wait_until(sub { have_ended(@$below) }, 40),
            'all below it have gone'
            or diag map { `ps -o pid,ppid,state,args $_` } @$below;
        is state_of($manager), 'D', 'the manager is held all the same';
        ok !have_ended($server{$case}{left}),
            'a process that a script has left behind lives';
        kill KILL => $server{$case}{left};
        return if $case eq 'stop';
        is get($h, '/here.pl', timeout => 30)->body, "here\n",
            'the next manager serves';
        log_like(
            $h,
            $server{$case}{mark},
            qr/killed, but a file system holds it.*MH3040/
        ) if $case eq 'runs';
    };
}
@waiting = ();
ok wait_until(sub { !$server{stop}{h}->is_running }, 20), 'httpd has ended';
$files->end;
for my $case (sort keys %name) {
    my ($h, $manager) = @{ $server{$case} }{qw(h manager)};
    ok wait_until(sub { have_ended($manager) }),
        "$name{$case}: the manager ends with the file system";
    $h->stop if $case ne 'stop';
}

done_testing;
