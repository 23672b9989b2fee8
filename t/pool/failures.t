# Failures: a script that runs or compiles too long, a perl that does not start,
# processes that cannot be made, processes that die.

use Mehari::Test;
use Time::HiRes           qw(sleep time);
use Mehari::Test::Gateway qw(children_of);
use Mehari::Test::Pool;
use constant { RESOURCES => 2, START_TIMEOUT => 3, TIMEOUT => 4 };

my $pool = Mehari::Test::Pool->new(
    request_timeout => 1,
    start_timeout   => 1
);
my $hello = $pool->script('hello.pl', "#!/usr/bin/perl\nprint qq(hello\\n);");
is $pool->run($hello)->{out}, "hello\n",
    'a script runs before anything fails';

# The script exceeds its time: the log shows where it was.
my $loop = $pool->script('loop.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
$| = 1;
sub wait_for { select undef, undef, undef, 0.01 while 1 }
print "begun\n";
wait_for('ever');
EOF_SCRIPT
my $answer = $pool->run($loop);
is $answer->{reason}, TIMEOUT,   'a script that runs too long';
is $answer->{out},    "begun\n", 'the killed script had begun';
like $answer->{notices},
    qr/it was at\\nmain::wait_for at \Q$loop\E line 3/,
    'the log has the Perl stack of a killed script';

# The pool's limit of CPU time holds, whatever the request asks for.
my $burn = $pool->script('burn.pl', "#!/usr/bin/perl\n1 while 1;\n");
$pool->{longer} = Mehari::Test::Pool->new(rlimit => 'CPU=1:30');
$answer = $pool->{longer}->run(
    $pool->{longer}->script('burn.pl', "#!/usr/bin/perl\n1 while 1;\n"));
is $answer->{status},     24, 'more CPU than the pool grants is SIGXCPU';
is $pool->{longer}->stop, 0,  'the pool with the longer time ends';

# A compilation that does not end.
my $never
    = $pool->script('never.pl', "#!/usr/bin/perl\nBEGIN { 1 while 1 }\n");
my $before = $pool->processes;
$answer = $pool->run($never);
is $answer->{reason}, START_TIMEOUT, 'a script that compiles too long';
like $answer->{notices},
    qr/MH3061: \Q$never\E takes longer than 1 s to compile/,
    'the log says so';
ok $pool->wait_until(sub { $pool->processes <= $before }),
    'a process that cannot start is killed';
is $pool->run($hello)->{out}, "hello\n",
    'others are served beside a script that cannot start';

# A perl that does not start gives the same message as an executed one.
for my $time (1 .. 2) {
    $answer = $pool->run($hello, environ => ['PERL5OPT=-MNo::Such::Module']);
    like $answer->{err}, qr/^Can't locate No.Such.Module\.pm in \@INC/,
        "a perl that does not start: its own error, time $time";
    is $answer->{status}, 2 << 8,
        "a perl that does not start: its own status, time $time";
}
is $pool->run($hello)->{out}, "hello\n",
    'others are served beside a perl that does not start';

# The base is killed: no request fails.
my $other = $pool->script('other.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
open my $in, '<', '/proc/' . getppid . '/stat';
print +(split ' ', <$in>)[3], "\n";
EOF_SCRIPT
my $base = $pool->run($other)->{out};
kill KILL => $base + 0;
ok $pool->wait_until(sub { !kill 0, $base }), 'a base is killed';
my $third = $pool->script('third.pl', "#!/usr/bin/perl\nprint qq(third\\n);");
is $pool->run($_)->{out} =~ s/\d+/N/r, $_ eq $other ? "N\n" : "third\n",
    'scripts old and new are run'
    for $third, $other;

# A script that dies of a signal while it is compiled.
my $crash = $pool->script('crash.pl',
    "#!/usr/bin/perl\nBEGIN { kill 'SEGV', \$\$ }\n");
$answer = $pool->run($crash);
is $answer->{status}, 11, 'a script that kills itself while it compiles';
like $answer->{notices}, qr/signal 11 .* ended \Q$crash\E/,
    'the notice names the script that a signal has ended';

# A process that hangs is killed, and another takes its place.
my $hung = Mehari::Test::Pool->new(
    request_timeout => 3,
    start_timeout   => 1
);
my $parents = "#!/usr/bin/perl\nprint getppid;";
my $one     = $hung->script('one.pl', $parents);
sleep 0.03;
my $zygote = $hung->run($one)->{out};
kill STOP => $zygote;
kill KILL => children_of($zygote);
like $hung->run($one)->{out}, qr/\A[0-9]+\z/,
    'a zygote that is stopped: the request has its answer';
ok $hung->wait_until(sub { !kill 0, $zygote }), 'a stopped zygote is killed';
my $next = $hung->zygote_of($hung->run($one)->{out});
like $next, qr/\A[0-9]+\z/, 'the script has another';

open my $stat, '<', "/proc/$next/stat" or die;
my $hung_base = (split ' ', <$stat>)[3];
kill STOP => $hung_base;
my $two = $hung->script('two.pl', $parents);
like $hung->run($two)->{out}, qr/\A[0-9]+\z/,
    'a base that is stopped: the request has its answer';
ok $hung->wait_until(sub { !kill 0, $hung_base }), 'a stopped base is killed';
isnt $hung->run($two)->{out}, $hung->manager,
    'the script has a zygote of another base';

# One slow operator before the first look at a request: this does not count as
# compilation, and ends with the request to which it belongs.
my $long = $hung->script('long.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
print 'found' if ('a' x 24) =~ /^(?:(a+)\1?)+c\1/;
EOF_SCRIPT
is $hung->run($long)->{reason}, TIMEOUT, 'a script that computes for long';
is $hung->stop, 0, 'the pool whose processes were stopped ends';

# No more processes for this user.
my $small = Mehari::Test::Pool->new(nproc => 1);
my $shell = $small->script('shell',   "#!/bin/sh\necho shell\n");
my $perl  = $small->script('perl.pl', "#!/usr/bin/perl\nprint 'perl';");
for my $script ($shell, $perl) {
    $answer = $small->run($script);
    is "$answer->{type} $answer->{reason}", 'REFUSED ' . RESOURCES,
        'a request without processes is refused';
    like $answer->{text}, qr/^no process for it: \w/,
        'a refusal without processes has a sentence';
}
is $small->stop, 0, 'the manager lives on without processes';

is $pool->stop, 0, 'the manager ends after all failures';

done_testing;
