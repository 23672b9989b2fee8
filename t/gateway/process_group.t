# An executed program's signal to its process group reaches nobody else: neither
# the manager of its pool nor other requests.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Process;

my $h       = gateway_server();
my $tmp     = $h->root . '/tmp';
my $manager = pool_processes($h)->{default};

script($h, 'sends.sh', <<~'SH');
    #!/bin/sh
    echo "Content-Type: text/plain"
    echo
    echo begin
    sleep 100 &
    echo $! >"$QUERY_STRING"
    trap '' TERM
    kill -TERM 0
    echo "ignored TERM"
    SH
script($h, 'dies.sh',  "#!/bin/sh\nkill -s \"\$QUERY_STRING\" 0\n");
script($h, 'waits.sh', <<~'SH');
    #!/bin/sh
    echo "Content-Type: text/plain"
    echo
    echo $$ >"$QUERY_STRING/waits"
    while [ ! -e "$QUERY_STRING/go" ]; do sleep 0.01; done
    echo done
    SH

my $other = client($h);
$other->send("GET /waits.sh?$tmp HTTP/1.1\r\nHost: localhost\r\n\r\n");
ok wait_until(sub { -s "$tmp/waits" }), 'another script is under way';

is get($h, "/sends.sh?$tmp/below")->body, "begin\nignored TERM\n",
    'a script that has to survive its own signal';
my ($below) = read_file("$tmp/below") =~ /(\d+)/;
ok wait_until(sub { !kill 0, $below }),
    'the programs of a stopped script get the signal';

for my $signal (qw(TERM INT HUP USR1 QUIT KILL)) {
    is get($h, "/dies.sh?$signal")->status, 500,
        "a script that dies of SIG$signal makes status 500";
}

# A program that stops its group stops nobody else.
my $stopped = client($h);
$stopped->send("GET /dies.sh?STOP HTTP/1.1\r\nHost: localhost\r\n\r\n");
my $pid;
ok wait_until(
    sub {
        ($pid) = grep { state_of($_) eq 'T' } children_of($manager);
        return $pid;
    }
    ),
    'SIGSTOP';
is get($h, '/hello.pl')->status, 200, 'the manager goes on';
kill KILL => $pid;
is $stopped->read_response->status, 500,
    "a stopped script's request fails when it is killed";

is_deeply pool_processes($h), { default => $manager },
    'the manager is still the same';
write_file("$tmp/go", '');
like $other->read_response->body, qr/\Adone\n/,
    'the other script was not disturbed';

done_testing;
