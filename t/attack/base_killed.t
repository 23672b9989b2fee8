# The process that workers come from is killed while a worker of it lives: the
# pool goes on, scripts and handlers.

use v5.36;
use Test::More;
use Time::HiRes qw(sleep time);
use Mehari::Test;
use Mehari::Test::Gateway qw(children_of pool_processes wait_until);
use Mehari::Test::Worker;

my $h = worker_server(perl_pool => 'workers=2');
is get($h, '/w?hello')->body, "hello\n", 'a worker serves';
my $manager = pool_processes($h)->{default};

for my $round (1 .. 2) {
    my ($worker) = get($h, '/w?pid')->body =~ /\A(\d+)/;
    my $base
        = (split ' ', (split /\) /, read_file("/proc/$worker/stat"))[-1])[1];
    cmp_ok $base, '!=', $manager, 'the worker has a parent of its own';
    kill STOP => $worker;
    kill KILL => $base;
    my $start = time;
    ok wait_until(
        sub {
            (get($h, '/w?hello', timeout => 20)->body // '') eq "hello\n";
        },
        20
        ),
        'the pool answers';
    cmp_ok time - $start, '<', 8, 'soon';
    is pool_processes($h)->{default}, $manager, 'by the same manager';
    kill CONT => $worker;
    ok wait_until(
        sub {
            !grep { $_ == $worker } children_of(1);
        }
        ),
        'the old worker is gone';
}
$h->stop;
ok wait_until(sub { !kill 0 => $manager }), 'and it ends with httpd';

done_testing;
