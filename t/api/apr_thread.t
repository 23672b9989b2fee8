# APR::ThreadMutex, APR::ThreadRWLock, APR::OS and Apache2::MPM: threads, and
# that prefork has none.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestThread');

answers('mutex', qw(done busy done done done APR::Pool same));
answers('rwlock',
    qw(done done busy done done done busy done done done APR::Pool));
answers('keeps_pool', qw(done done done done));
answers('many',       'fine');
is_called($h, 'TestThread', 'pool_first',
    qr/^died: \$mutex->lock\(\): called after its pool was/);
answers('thread', 'a number', 'same');
answers('mpm', 'prefork', 0, 0, 0, 'forks', 1, 'undef');

done_testing;
