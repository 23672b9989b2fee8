package APR::ThreadRWLock;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::ThreadRWLock - a lock that many threads can share to read

=head1 SYNOPSIS

    use APR::ThreadRWLock ();

    my $lock = APR::ThreadRWLock->new($r->pool);
    $lock->rdlock;
    ...
    $lock->unlock;

=head1 DESCRIPTION

Any number of threads of a process can have the lock for reading, or one alone
for writing. It says nothing to other processes: see L<APR::ThreadMutex>.

All statuses are integers as L<APR::Const> has them: SUCCESS is 0.

=head1 METHODS

=head2 new

    $lock = APR::ThreadRWLock->new($pool);

A new lock that nobody has. $pool is an L<APR::Pool>, which is kept as long as
the object; when the object goes, the lock goes. Throws an L<APR::Error>.

=head2 rdlock

=head2 tryrdlock

    $status = $lock->rdlock;
    $status = $lock->tryrdlock;

Take the lock for reading. If somebody writes, rdlock waits, and the status of
tryrdlock is EBUSY.

=head2 wrlock

=head2 trywrlock

    $status = $lock->wrlock;
    $status = $lock->trywrlock;

Take the lock for writing. If somebody has it, wrlock waits, and the status of
trywrlock is EBUSY.

=head2 unlock

    $status = $lock->unlock;

Lets go of what was taken last.

=head2 pool_get

    $pool = $lock->pool_get;

The L<APR::Pool> that the lock is in.

=cut
