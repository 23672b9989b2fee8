package APR::ThreadMutex;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::ThreadMutex - a lock between the threads of a process

=head1 SYNOPSIS

    use APR::ThreadMutex ();

    my $mutex = APR::ThreadMutex->new($r->pool);
    $mutex->lock;
    ...
    $mutex->unlock;

=head1 DESCRIPTION

A thread mutex says nothing to other processes. Under the prefork MPM, where a
child has one thread, it is of use only to code that also runs elsewhere; use
flock between children.

All statuses are integers as L<APR::Const> has them: SUCCESS is 0.

=head1 METHODS

=head2 new

    $mutex = APR::ThreadMutex->new($pool);

A new lock that nobody has. $pool is an L<APR::Pool>, which is kept as long as
the object; when the object goes, the lock goes. Throws an L<APR::Error>.

=head2 lock

    $status = $mutex->lock;

Waits until nobody has the lock and takes it. A thread that already has it waits
for itself, for ever.

=head2 trylock

    $status = $mutex->trylock;

Takes the lock if nobody has it; else the status is EBUSY.

=head2 unlock

    $status = $mutex->unlock;

Lets go of the lock.

=head2 pool_get

    $pool = $mutex->pool_get;

The L<APR::Pool> that the lock is in.

=cut
