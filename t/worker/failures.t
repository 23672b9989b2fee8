# A worker that fails during a request: the next request does not suffer.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway
    qw(children_of curl has_curl pool_processes wait_until);
use Mehari::Test::Worker;

my $h = worker_server(perl_pool => 'workers=2 request-timeout=2');

subtest 'killed' => sub {
    my $mark = $h->error_log_mark;
    is get($h, '/w?kill')->status, 500,
        'a worker killed before it has answered makes status 500';
    log_like($h, $mark,
        qr/pool default: signal 9 \(Killed\) ended a worker while it served.*\[MH3064\]/
    );
    my $part = get($h, '/w?kill&part');
    is $part->status, 200,
        'a worker killed after the first bytes leaves the status';
    ok !$part->complete, 'the rest is not made up';
    is get($h, '/w?exit&really')->status, 500, 'CORE::exit makes status 500';
    is body($h, 'hello'),                 "hello\n", 'the next one is served';
};

subtest 'too slow' => sub {
    my $mark = $h->error_log_mark;
    is get($h, '/w?hang', timeout => 60)->status, 504, 'the gateway says so';
    log_like($h, $mark, qr/My::Worker::slow_part|My\/Worker\.pm/);
    is body($h, 'hello'), "hello\n", 'the next one is served';
};

subtest 'the client has gone' => sub {
    plan skip_all => 'curl is not installed' if !has_curl();
    my ($pid) = split / /, body($h, 'pid');
    curl('--max-time', 0.3, $h->url('/w?flow'));
    ok wait_until(sub { $h->access_log =~ m{/w\?flow} }, 30),
        'httpd has done with it';
    my %alive = map { $_ => 1 } children_of(pool_processes($h)->{default});
    ok $alive{$pid}, 'the worker goes on';
};

subtest 'a process that is left behind holds nothing up' => sub {
    my $start = time;
    my ($left) = body($h, 'fork') =~ /\A(\d+)\n\z/;
    ok $left, 'a worker that leaves a process behind answers';
    is body($h, 'hello'), "hello\n",
        'the next request is served beside a process left behind';
    cmp_ok time - $start, '<', 15, 'a process left behind holds nothing up';
    ok kill(KILL => $left), 'it is still there';
};

subtest 'more requests than workers' => sub {
    plan skip_all => 'curl is not installed' if !has_curl();
    my @pid = map {
        my $pid = fork // die "fork: $!";
        if (!$pid) {
            my ($code, $text) = curl($h->url('/w?hello'));
            require POSIX;
            POSIX::_exit($text eq "hello\n" ? 0 : 1);
        }
        $pid;
    } 1 .. 12;
    my $failed = 0;
    for my $pid (@pid) { waitpid $pid, 0; $failed++ if $? }
    is $failed, 0, 'more requests than workers are all served';
};

subtest 'the manager dies' => sub {
    my $manager = pool_processes($h)->{default};
    kill KILL => $manager;
    my $body = wait_until(
        sub {
            my $response = get($h, '/w?hello', timeout => 10);
            return ($response->status // 0) == 200 && $response->body;
        }
    );
    is $body, "hello\n", 'another worker takes the place of an ended one';
};

subtest 'httpd ends' => sub {
    my $manager = pool_processes($h)->{default};
    body($h, 'hello');
    my @below = ($manager, children_of($manager));
    cmp_ok scalar @below, '>=', 3, 'a manager, a base, a worker';
    $h->stop;
    my $left = wait_until(
        sub {
            !grep { kill 0 => $_ } @below;
        }
    );
    ok $left, 'workers end with httpd';
};

subtest 'code that does not load' => sub {
    my $bad  = worker_server(config => "PerlModule My::NotThere\n");
    my $mark = $bad->error_log_mark;
    is get($bad, '/w?hello')->status, 500,
        'code that does not load makes its requests fail';
    log_like($bad, $mark, qr/PerlModule My::NotThere .*Can't locate/);
    is get($bad, '/')->status, 404,
        'code that does not load leaves other requests alone';
};

done_testing;
