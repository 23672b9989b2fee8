# A manager that is killed takes its pool with it, whatever the pool is doing:
# after a moment of grace none of its processes is left. The test has scripts
# and workers that never end and ignore TERM, a base that is still loading, and
# then all of them stopped.

use Mehari::Test;
use POSIX ();
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of pool_processes script wait_until);
use Mehari::Test::Process;

my $h = attack_server(
    workers   => 12,
    perl_pool => 'workers=3',
    forks     => 1,
    handlers  => {
        '/worker' => sub ($r) {
            $r->print("hello\n");
            return 0 if !length($r->args // '');
            $SIG{$_} = 'IGNORE' for qw(TERM HUP INT);
            open my $to, '>', $r->document_root . '/work/' . $r->args
                or die $!;
            sleep 1 while 1;
        }
    },
    config => 'PerlPool loads preload=My::Loads',
);
my $root = $h->document_root;
script($h, 'script.pl', <<~'PERL');
    print "Content-Type: text/plain\n\nhello\n";
    exit if !length $ENV{QUERY_STRING};
    $SIG{$_} = 'IGNORE' for qw(TERM HUP INT);
    open my $to, '>', "work/$ENV{QUERY_STRING}" or die $!;
    sleep 1 while 1;
    PERL
script($h, 'shell.pl', <<~'SHELL');
    #!/bin/sh
    printf 'Content-Type: text/plain\n\nhello\n'
    [ -n "$QUERY_STRING" ] || exit 0
    trap '' TERM HUP INT
    : > "work/$QUERY_STRING"
    exec sleep 1000
    SHELL
my @paths = qw(/script.pl /forked/script.pl /shell.pl /worker);
mkdir "$root/work";
chmod 0777, "$root/work";

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

# True if a signal reaches the group of an ended process, as since Linux 6.9.
sub knows_groups () {
    my ($major, $minor) = (POSIX::uname())[2] =~ /(\d+)\.(\d+)/;
    return $major > 6 || $major == 6 && $minor >= 9;
}

sub is_worker ($pid) {
    return command_of($pid) =~ /MEHARI_WORKER/;
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
        or diag map { "$_: " . command_of($_) . "\n" }
        map { /^(\d+)/ } left(\@known);
}
is_served('after it');
$h->stop;

done_testing;
