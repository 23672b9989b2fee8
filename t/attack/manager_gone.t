# A manager that is killed takes its pool with it, whatever that is doing: after a
# moment of grace nothing of it is left. Scripts and workers that never end and
# take no TERM, a base that is still loading, all of them stopped.

use Mehari::Test;
use POSIX ();
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of pool_processes wait_until);

my $h = attack_server(
    workers   => 12,
    perl_pool => 'workers=3',
    forks     => 1,
    handlers  => { '/worker' => 'My::Busy' },
    config    => <<~'CONF',
        PerlPool loads preload=My::Loads
        PerlSwitches "-I${DOCUMENT_ROOT}"
        PerlRequire ${DOCUMENT_ROOT}/handler.pl
        CONF
    start => 0,
);
my $root = $h->document_root;
write_file("$root/handler.pl", <<~"PERL");
    package My::Busy;
    use Apache2::RequestRec ();
    use Apache2::RequestIO  ();
    sub handler {
        my (\$r) = \@_;
        \$r->print("hello\\n");
        return 0 if !length(\$r->args // '');
        \$SIG{\$_} = 'IGNORE' for qw(TERM HUP INT);
        write_note(\$r->args);
        sleep 1 while 1;
    }
    sub write_note {
        open my \$to, '>', "$root/work/\$_[0]" or die \$!;
    }
    1;
    PERL
write_file("$root/script.pl", <<~"PERL", 0755);
    #!/usr/bin/perl
    print "Content-Type: text/plain\\n\\nhello\\n";
    exit if !length \$ENV{QUERY_STRING};
    \$SIG{\$_} = 'IGNORE' for qw(TERM HUP INT);
    open my \$to, '>', "$root/work/\$ENV{QUERY_STRING}" or die \$!;
    sleep 1 while 1;
    PERL
write_file("$root/shell.pl", <<~"SHELL", 0755);
    #!/bin/sh
    printf 'Content-Type: text/plain\\n\\nhello\\n'
    [ -n "\$QUERY_STRING" ] || exit 0
    trap '' TERM HUP INT
    : > "$root/work/\$QUERY_STRING"
    exec sleep 1000
    SHELL
my @paths = qw(/script.pl /forked/script.pl /shell.pl /worker);
mkdir "$root/work";
chmod 0777, "$root/work";
$h->start;

sub is_served ($name) {
    for my $path (@paths) {
        ok wait_until(
            sub { (get($h, $path, timeout => 30)->body // '') eq "hello\n" },
            30
            ),
            "$name: $path is served";
    }
    return;
}

sub kept_busy ($round) {
    my @clients;
    for my $path (@paths) {
        my $note   = "$round-" . $path =~ tr{/}{-}r;
        my $client = client($h, timeout => 60);
        $client->send("GET $path?$note HTTP/1.1\r\nHost: localhost\r\n\r\n");
        push @clients, $client;
        ok wait_until(sub { -e "$root/work/$note" }, 30),
            "the request for $path is busy";
    }
    return @clients;
}

# Numbers of processes may be another's soon: by when they began, too.
sub known (@pids) {
    return grep { defined } map {
        my $stat = eval { read_file("/proc/$_/stat") } // '';
        my @word = split ' ', $stat =~ s/.*\)//sr;
        @word && $word[0] !~ /[ZX]/ ? "$_ $word[19]" : undef
    } @pids;
}

sub left ($was) {
    my %was = map { $_ => 1 } @$was;
    return grep { $was{$_} } known(map { /^(\d+)/ } @$was);
}

my @deaths = (
    [ 'it alone' => sub ($manager, @below) { kill KILL => $manager } ],
    [
        'all below it are stopped' => sub ($manager, @below) {
            kill STOP => @below;
            kill KILL => $manager;
        }
    ],
    [
        'the base of workers too' => sub ($manager, @below) {
            my %parent
                = map { parent_of($_) => 1 } grep { is_worker($_) } @below;
            kill KILL => $manager, grep { $parent{$_} } @below;
        }
    ],
    (
        [
            'those that its bases have forked too' => sub ($manager, @below) {
                my %base = map { $_ => 1 }
                    grep { parent_of($_) == $manager } @below;
                kill KILL => $manager, grep { $base{ parent_of($_) } } @below;
            }
        ]
    ) x knows_groups(),
);

# A signal to the group of a process that has ended: Linux 6.9.
sub knows_groups () {
    my ($major, $minor) = (POSIX::uname())[2] =~ /(\d+)\.(\d+)/;
    return $major > 6 || $major == 6 && $minor >= 9;
}

sub is_worker ($pid) {
    return (eval { read_file("/proc/$pid/cmdline") } // '')
        =~ /MEHARI_WORKER/;
}

sub parent_of ($pid) {
    my $stat = eval { read_file("/proc/$pid/stat") } // '';
    return (split ' ', $stat =~ s/.*\)//sr)[1] // 0;
}

for my $death (@deaths) {
    my ($name, $do) = @$death;
    is_served($name);
    my @clients  = kept_busy($name =~ s/\W.*//r);
    my @managers = @{ pool_processes($h) }{qw(default forks)};
    my %below    = map { $_ => [ children_of($_) ] } @managers;
    my @known    = known(map { @$_ } values %below);
    cmp_ok scalar @known, '>', 5, "$name: there is somebody";
    $do->($_, @{ $below{$_} }) for @managers;
    ok wait_until(sub { !left(\@known) }, 15), "$name: nobody is left"
        or diag map {
        "$_: "
            . eval { read_file("/proc/$_/cmdline") } . "\n"
        }
        map { /^(\d+)/ } left(\@known);
}
is_served('after it');
$h->stop;

done_testing;
