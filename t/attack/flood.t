# A worker floods its channel with messages that it may send, by many processes
# that outlive it. The pool serves others meanwhile, and the manager neither
# grows nor is late. When the worker has ended, the manager reads no more of
# them than it must.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(memory_of pool_processes script wait_until);
use Mehari::Test::Wire;

my $FLOODERS = 6;
my $SERVED   = 10;          # seconds, on a machine that does other things
my $GROWTH   = 8 * 1024;    # kB

my $h = attack_server(
    perl_pool => 'workers=2',
    handlers  => { '/worker' => [ \&hello, \&flood ] },
);
my $root  = $h->document_root;
my $bytes = unpack 'H*',
    message('DEPENDS', 0, FILES => "c0000000000000000/none\0");

sub hello ($r) {
    flood($r, split /,/, $r->args) if $r->args;
    $r->print("hello\n");
    return 0;
}

# The channel is closed in a worker's forks, but a copy of the descriptor is
# not.
sub flood ($r, $flooders, $bytes) {
    require POSIX;
    my @copies = map { POSIX::dup($_) }
        grep { (readlink("/proc/self/fd/$_") // '') =~ /socket/ } 200 .. 220;
    for my $number (1 .. $flooders) {
        next if fork;
        my @to;
        for (@copies) {
            open my $to, '+<&=', $_ or next;
            push @to, $to;
        }
        open my $note, '>', $r->document_root . "/work/$$";
        my $message = pack 'H*', $bytes;
        $SIG{PIPE} = 'IGNORE';
        while (@to) {
            @to = grep { defined send $_, $message, 0 } @to;
        }
        POSIX::_exit(0);
    }
    kill KILL => $$;
    sleep 10;
    return;
}

script($h, 'hi.pl', 'print "Content-Type: text/plain\n\nhello\n";');
mkdir "$root/work";
chmod 0777, "$root/work";

sub ask ($path, $name) {
    my $begun = time;
    my $response;
    wait_until(
        sub {
            $response = get($h, $path, timeout => 30);
            $response->status < 500;
        },
        $SERVED
    );
    is $response->body, "hello\n", $name;
    cmp_ok time - $begun, '<', $SERVED, "$name: answered within $SERVED s";
    return;
}

ask($_, "$_ is served") for '/hi.pl', '/worker';
my $manager = pool_processes($h)->{default};
my $memory  = memory_of($manager);
for my $round (1 .. 3) {
    my $flooded = get($h, "/worker?$FLOODERS,$bytes", timeout => 60);
    cmp_ok $flooded->status, '>=', 500,
        'a client that floods and ends has no answer';
    ask($_, "$_ is served all the same") for '/hi.pl', '/worker';
}
# On a busy machine, the last flooders may not have begun yet.
my @flooders;
wait_until(
    sub {
        @flooders = map { m{(\d+)\z} } glob "$root/work/*";
        return @flooders == 3 * $FLOODERS;
    },
    $SERVED
);
is scalar(@flooders), 3 * $FLOODERS, 'the flood has reached the manager';
ok wait_until(
    sub {
        !grep { kill 0 => $_ } @flooders;
    },
    30
    ),
    'nobody listens to it any more';
is pool_processes($h)->{default}, $manager, 'the manager is the same';
cmp_ok memory_of($manager) - $memory, '<', $GROWTH,
    'the manager has not grown';
$h->stop;

done_testing;
