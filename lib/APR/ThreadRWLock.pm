package APR::ThreadRWLock;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::ThreadRWLock - a read-write lock between the threads of a process

=head1 SYNOPSIS

    use APR::ThreadRWLock ();

    our %price;    # that all threads use
    our $LOCK //= APR::ThreadRWLock->new($s->process->pconf);

    $LOCK->rdlock;
    my $price = $price{4711};
    $LOCK->unlock;

=head1 DESCRIPTION

Many threads of a process can hold the lock for reading at the same time. Only
one can hold it for writing, and then nobody reads. The lock has no effect in
other processes. mehari runs Perl in one thread of a process at a time, so
Perl code rarely needs such a lock: see L<APR::ThreadMutex>.

The methods return an APR status code, an integer. C<APR::Const::SUCCESS> is
0.

=head1 METHODS

=head2 new

    $lock = APR::ThreadRWLock->new($pool);

The method creates a lock that nobody holds. $pool is an L<APR::Pool>. The
object keeps it alive. The lock ends with the object.

B<Returns:> an C<APR::ThreadRWLock>.

B<Errors:> it throws an L<APR::Error> if the system has no more locks.

B<Phase:> when the server starts, for a lock that all requests share.

B<Example:>

    our $LOCK = APR::ThreadRWLock->new($s->process->pconf);

=head2 rdlock, tryrdlock

    $status = $lock->rdlock;
    $status = $lock->tryrdlock;

The methods take the lock for reading. If a thread holds it for writing,
C<rdlock> waits, and C<tryrdlock> returns at once.

B<Returns:> a status code: SUCCESS, or C<APR::Const::EBUSY> from C<tryrdlock>
if a thread is writing.

B<Errors:> none of their own. If a call fails, the returned status says so.

B<Example:> read a table that all threads use.

    our %price;
    our $LOCK //= APR::ThreadRWLock->new($r->server->process->pconf);
    $LOCK->rdlock;
    my $price = $price{4711};
    $LOCK->unlock;

=head2 wrlock, trywrlock

    $status = $lock->wrlock;
    $status = $lock->trywrlock;

The methods take the lock for writing. If another thread holds it, C<wrlock>
waits, and C<trywrlock> returns at once.

B<Returns:> a status code: SUCCESS, or C<APR::Const::EBUSY> from C<trywrlock>
if a thread holds the lock.

B<Errors:> none of their own. If a call fails, the returned status says so.

B<Example:> change this table.

    our %price;
    our $LOCK //= APR::ThreadRWLock->new($r->server->process->pconf);
    $LOCK->wrlock;
    $price{4711} = 20;
    $LOCK->unlock;

=head2 unlock

    $status = $lock->unlock;

The method releases the lock that this thread has taken.

B<Returns:> a status code.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Example:>

    my $lock = APR::ThreadRWLock->new($r->pool);
    $lock->rdlock;
    $lock->unlock;

=head2 pool_get

    $pool = $lock->pool_get;

The method returns the memory pool of the lock.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    my $lock = APR::ThreadRWLock->new($r->pool);
    my $pool = $lock->pool_get;

=head1 SEE ALSO

L<APR::ThreadMutex>, F<docs/threads.md>

=cut
