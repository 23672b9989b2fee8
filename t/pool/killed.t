# Bases, zygotes and children are killed at any moment while requests come: each
# request gets its answer, and no process is left.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use POSIX       ();
use Mehari::Test::Pool;
use Mehari::Test::Process;

my $pool = Mehari::Test::Pool->new(
    concurrency  => 8,
    queue        => 20,
    idle_timeout => 1
);
my $script  = $pool->script('hello.pl', "#!/usr/bin/perl\nprint 'hello';");
my $manager = $pool->manager;

my $killer = fork;
die "fork: $!" if !defined $killer;
if (!$killer) {
    my $end = time + 3;
    while (time < $end) {
        my @others = grep { $_ != $manager } $pool->processes($manager);
        kill rand > 0.5 ? 'KILL' : 'TERM', $others[ rand @others ]
            if @others;
        sleep 0.01;
    }
    POSIX::_exit(0);
}
my ($line) = $pool->command('bench', 8, 2000, $script, 'X=1');
note $line;
like $line, qr/\tdone=2000\t/, 'each request has its answer';
waitpid $killer, 0;
ok kill(0, $manager), 'the manager lives on';

# A base that was killed is not started again at once.
my $answer = $pool->run($script, connection => $pool->open_connection);
is $answer->{out}, 'hello', 'a request is served';
ok $pool->wait_until(sub { $pool->processes <= 4 }, 20),
    'nothing is left but the manager, two bases and the compiled script';
is $pool->stop, 0, 'the manager ends after its script was killed';

# A request comes as the zygote of its script dies. The manager was stopped
# meanwhile, and reads the request first.
sub zygotes () {
    my %above = (0 => 1, $manager => 1);
    return
        grep { $_ != $manager && !$above{ parent_of($_) } }
        $pool->processes($manager);
}

for my $ready (0, 2) {
    $pool    = Mehari::Test::Pool->new(ready => $ready);
    $script  = $pool->script('hello.pl', "#!/usr/bin/perl\nprint 'hello';");
    $manager = $pool->manager;
    for my $round (1 .. 3) {
        my $connection = $pool->open_connection;
        $pool->run($script, connection => $connection);
        ok $pool->wait_until(sub { scalar zygotes() }, 10),
            'there is a zygote';
        kill STOP => $manager;
        my $request = $pool->send($script, connection => $connection);
        my @zygotes = zygotes();
        kill KILL => @zygotes;
        $pool->wait_until(sub { have_ended(@zygotes) });
        kill CONT => $manager;
        is $pool->answer($request)->{out}, 'hello',
            'a request that meets a dying zygote is for the next';
    }
    is $pool->stop, 0, 'the manager ends after its processes were killed';
}

done_testing;
