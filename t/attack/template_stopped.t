# Somebody stops a process that is the parent of others, or that is to get the
# next request: it is ended, and another process gets the request at once.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Gateway
    qw(gateway_server script children_of pool_processes wait_until);
use Mehari::Test::Process;

my $h = gateway_server(perl_pool => 'workers=2');
script($h, 'hi.pl', 'print "Content-Type: text/plain\n\nhello\n";');
# An executed script is a child of the manager; another test stops that.
script($h, 'stop.pl', <<'EOF_SCRIPT');
print "Content-Type: text/plain\n\nstopped\n";
open my $of, '<', '/proc/' . getppid . '/cmdline';
kill STOP => getppid if $ENV{QUERY_STRING} && <$of> !~ /^mehari-pool/;
EOF_SCRIPT

sub ask ($path, $expected, $name) {
    my $start    = time;
    my $response = get($h, $path, timeout => 30);
    is $response->body, $expected, $name;
    cmp_ok time - $start, '<', 4,
        "the answer beside a stopped process comes soon: $name";
    return;
}

ask('/hi.pl', "hello\n", 'a script is served') for 1 .. 2;
my $manager = pool_processes($h)->{default};
my $mark    = $h->error_log_mark;

for my $round (1 .. 3) {
    ask('/stop.pl?now', "stopped\n", 'a script stops its own template');
    ask('/stop.pl',     "stopped\n", 'and the next request') for 1 .. 4;
}
log_like($h, $mark, qr/pool default: .* has been stopped.*\[MH3082\]/);

# Stops all processes below, as any process of the pool's user can.
for my $round (1 .. 3) {
    my @below = children_of($manager);
    stop_all(@below);
    ask('/hi.pl', "hello\n", 'all below the manager are stopped') for 1 .. 4;
    ask('/stop.pl', "stopped\n", 'another script')                for 1 .. 2;
}
is pool_processes($h)->{default}, $manager,
    'the same manager serves after a template was stopped';

# One process is stopped before each request: no request is lost or runs twice.
my $log = $h->document_root . '/log';
write_file($log, '', 0666);
script($h, 'log.pl', <<'EOF_SCRIPT');
open my $to, '>>', 'log' or die $!;
syswrite $to, "$ENV{QUERY_STRING}\n";
print "Content-Type: text/plain\n\n$ENV{QUERY_STRING}\n";
EOF_SCRIPT
ask('/log.pl?first', "first\n", 'a script that notes its requests')
    for 1 .. 2;
my %answered;
for my $number (1 .. 40) {
    # Without their base, scripts would be executed for some time.
    my @below = grep { parent_of($_) != $manager } children_of($manager);
    if (@below) {
        my $one = $below[ rand @below ];
        kill((rand > 0.5 ? 'STOP' : 'KILL') => $one);

        # Waits for runs to end, because a run, with its request, would end
        # with its template.
        wait_until(sub { are_at_rest($one) });
    }
    my $response = get($h, "/log.pl?$number", timeout => 30);
    $answered{$number} = 1 if $response->body eq "$number\n";
}
my %times;
$times{$_}++ for split /\n/, read_file($log);
is_deeply [ grep { ($times{$_} // 0) > 1 } 1 .. 40 ], [],
    'no request ran twice';
is_deeply [ grep { !$answered{$_} && !$times{$_} } 1 .. 40 ], [],
    'no request that did not run is lost';

# The process of the client ends while its child is stopped.
ok wait_until(sub { get($h, '/hi.pl')->body eq "hello\n" }),
    'scripts are served again in the end';
my @below = ($manager, children_of($manager));
$h->stop;
ok wait_until(
    sub {
        !grep { kill 0 => $_ } $manager;
    }
    ),
    'it ends with httpd';

done_testing;
