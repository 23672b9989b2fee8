# Between two rounds, a server has time for the work that the first one gives it.

use Mehari::Test;
use Time::HiRes qw(sleep time);

use Mehari::Check::Run;

# A server of one process, which works for so many seconds.
sub settled_after ($seconds) {
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        my $end = time + $seconds;
        1 while time < $end;
        sleep 10;
        kill KILL => $$;
    }
    my $from = time;
    Mehari::Check::Run::settle(bless({ pid => $pid }, 'Server'), 1);
    my $took = time - $from;
    kill KILL => $pid;
    waitpid $pid, 0;
    return $took;
}

sub Server::family ($self) { return $self->{pid} }

cmp_ok settled_after(0), '<', 2, 'a server that rests is not waited for';
my $took = settled_after(1);
cmp_ok $took,             '>=', 0.9, 'one that works is';
cmp_ok settled_after(60), '<',  9,   'but not for ever';

done_testing;
