# The limits of a request: the number of requests that run and wait, the time,
# and the end if nobody wants the answer.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Pool;
use constant { QUEUE_FULL => 1, TIMEOUT => 4, INVALID => 5 };

my $pool = Mehari::Test::Pool->new(
    concurrency     => 2,
    queue           => 1,
    request_timeout => 4
);

# The scripts note that they run, and wait for a file to exist, or to be gone.
my $gate    = $pool->path('gate');
my $running = $pool->path('running');
my $sleeper = $pool->script('sleeper', <<"EOF_SCRIPT");
#!/bin/sh
echo \$\$ >>$running
until [ -e $gate ]; do sleep 0.02; done
EOF_SCRIPT
write_file($running, '', 0666);

sub runs () { return scalar(() = read_file($running) =~ /\n/g) }

# Two run, one waits, and there is no place for the fourth.
my @requests = map { $pool->send($sleeper) } 1 .. 4;
my $answer   = $pool->answer($requests[3]);
is $answer->{type}, 'REFUSED', 'the queue is full';
is $answer->{reason}, QUEUE_FULL,
    'the refusal has the reason of a full queue';
ok $pool->wait_until(sub { runs() == 2 }), 'two run when that is said';
write_file($gate, '');
is $pool->answer($requests[$_])->{type}, 'DONE', "request $_ is run"
    for 0 .. 2;
is runs(), 3, 'the third after one of the first two';

# Time-out: httpd hears of it at once; the process gets TERM, and has time to
# end.
my $polite = $pool->script('polite', <<'EOF_SCRIPT');
#!/usr/bin/perl
$SIG{TERM} = sub { syswrite STDOUT, "asked\n"; exit };
open my $ready, '>', "$0.ready";
sleep 1 while 1;
EOF_SCRIPT
my $request = $pool->send($polite);
$answer = $pool->answer($request);
is $answer->{type} . $answer->{reason}, 'REFUSED' . TIMEOUT,
    'a request that waits too long is refused';
like $answer->{notices}, qr/MH3063: \Q$polite\E ran for more than 4 s \(GET/,
    'the log says so';
ok $pool->wait_until(sub { read_file($request->{out}) eq "asked\n" }),
    'the script is asked to end';

# A script that ignores TERM is killed after three seconds.
my $deaf = $pool->script('deaf', <<'EOF_SCRIPT');
#!/usr/bin/perl
$| = 1;
$SIG{TERM} = sub { print "asked\n" };
print "$$\n";
sleep 1 while 1;
EOF_SCRIPT
$request = $pool->send($deaf);
$answer  = $pool->answer($request);
is $answer->{reason}, TIMEOUT, 'time is over for another';
my ($pid) = $answer->{out} =~ /(\d+)/;
ok $pool->wait_until(sub { read_file($request->{out}) =~ /asked/ }),
    'the script is asked to end';
ok kill(0, $pid), 'a script that is asked to end lives until it ends itself';
ok $pool->wait_until(sub { !kill 0, $pid }, 10),
    'the script is killed at last';
is read_file($request->{out}), "$pid\nasked\n", 'the script is asked once';

# If nobody waits for the answer any more, the script ends as after its time.
unlink "$polite.ready";
$request = $pool->send($polite);
ok $pool->wait_until(sub { -e "$polite.ready" }), 'the polite script runs';
$pool->close_connection($request);
ok $pool->wait_until(sub { read_file($request->{out}) eq "asked\n" }),
    'a request that nobody waits for is ended';

# A request in the queue is then not even begun.
unlink $gate;
write_file($running, '', 0666);
@requests = map { $pool->send($sleeper) } 1 .. 2;
ok $pool->wait_until(sub { runs() == 2 }), 'two scripts run at once';
my $touch  = $pool->script('touch', "#!/bin/sh\n>\$0.done\n");
my $queued = $pool->send($touch);
$pool->close_connection($queued);
write_file($gate, '');
is $pool->answer($_)->{type}, 'DONE', 'the requests that ran are answered'
    for @requests;
is $pool->run($sleeper)->{type}, 'DONE',
    'the request after two scripts is served';
ok !-e "$touch.done", 'a request that nobody waits for is not begun';

# The script has closed its output, and goes on.
unlink $gate;
write_file($running, '', 0666);
my $silent = $pool->script('silent', <<"EOF_SCRIPT");
#!/bin/sh
exec >&-
echo \$\$ >>$running
until [ -e $gate ]; do sleep 0.02; done
EOF_SCRIPT
$request = $pool->send($silent);
ok $pool->wait_until(sub { runs() == 1 }), 'the script has closed its output';
$pool->command(ended => $request->{connection}, $request->{id});
$answer = $pool->answer($request);
is $answer->{type} . ($answer->{status} // ''), 'DONE',
    'the process lives on';
write_file($gate, '');
is $pool->answer($request)->{type}, 'DONE', "the script's end is told";

# No process has that request, so httpd must not wait for its end.
$pool->command(ended => $request->{connection}, 12_345);
($answer) = $pool->wait_for($request->{connection}, 5);
is $answer->{type},   'DONE', 'an end that nobody knows of is told';
is $answer->{status}, 9,      'as that of a process that was killed';

# A message that is no request.
my $connection = $pool->open_connection;
$pool->command(raw => $connection, '00112233445566778899');
is(($pool->wait_for($connection, 5))[0]{type},
    'CLOSED', 'a packet that is no message closes the connection');
is $pool->run('relative')->{reason}, INVALID, 'a path that is none';
is $pool->run($sleeper)->{type},     'DONE',  'the pool serves on';
is $pool->stop,                      0,       'the pool ends with status 0';

done_testing;
