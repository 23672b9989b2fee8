package APR::ThreadRWLock;

use v5.36;

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
    $lock->unlock;

=head1 DESCRIPTION

Any number of threads of a process can have the lock for reading, or one alone
for writing. The lock says nothing to other processes: see
L<APR::ThreadMutex>.

A status is an integer as in L<APR::Const>: SUCCESS is 0.

=head1 METHODS

=head2 new

    $lock = APR::ThreadRWLock->new($pool);

The method makes a free lock. $pool is an L<APR::Pool>, which lives at least
as long as the object. The lock ends with the object.

B<Returns:> an C<APR::ThreadRWLock>.

B<Errors:> it throws an L<APR::Error>.

B<Phase:> when the server starts, for a lock that all requests share.

B<Example:>

    our $LOCK = APR::ThreadRWLock->new($s->process->pconf);

=head2 rdlock, tryrdlock

    $status = $lock->rdlock;
    $status = $lock->tryrdlock;

The methods take the lock for reading. If a thread has it for writing,
C<rdlock> waits and C<tryrdlock> does not.

B<Returns:> a status: SUCCESS, or C<APR::Const::EBUSY> from C<tryrdlock>.

B<Errors:> none of their own. A failure is the returned status.

B<Example:>

    my $lock = APR::ThreadRWLock->new($r->pool);
    if ($lock->tryrdlock == APR::Const::SUCCESS) {
        $r->print('the list');
        $lock->unlock;
    }

=head2 wrlock, trywrlock

    $status = $lock->wrlock;
    $status = $lock->trywrlock;

The methods take the lock for writing. If a thread has it, C<wrlock> waits and
C<trywrlock> does not.

B<Returns:> a status: SUCCESS, or C<APR::Const::EBUSY> from C<trywrlock>.

B<Errors:> none of their own. A failure is the returned status.

B<Example:>

    my $lock = APR::ThreadRWLock->new($r->pool);
    $lock->wrlock;
    $r->print('alone');
    $lock->unlock;

=head2 unlock

    $status = $lock->unlock;

The method releases what the thread took last.

B<Returns:> a status.

B<Errors:> none of its own. A failure is the returned status.

B<Example:>

    my $lock = APR::ThreadRWLock->new($r->pool);
    $lock->rdlock;
    $lock->unlock;

=head2 pool_get

    $pool = $lock->pool_get;

The method returns the pool that the lock is in.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    my $lock = APR::ThreadRWLock->new($r->pool);
    my $pool = $lock->pool_get;

=head1 SEE ALSO

L<APR::ThreadMutex>, F<docs/threads.md>

=cut
