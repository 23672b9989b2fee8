package APR::ThreadMutex;

use Mehari::Perl;

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
    $mutex->unlock;

=head1 DESCRIPTION

The lock has no effect in other processes. mehari runs Perl in one thread of a
process at a time, so Perl code rarely needs one. The class is for code that
also runs elsewhere, and for XS modules. Between processes, use C<flock> on a
file.

The methods return an APR status code, an integer. C<APR::Const::SUCCESS> is
0.

=head1 METHODS

=head2 new

    $mutex = APR::ThreadMutex->new($pool);

The method creates a lock that nobody holds. $pool is an L<APR::Pool>. The
object keeps it alive. The lock ends with the object.

B<Returns:> an C<APR::ThreadMutex>.

B<Errors:> it throws an L<APR::Error> if the system has no more locks.

B<Phase:> when the server starts, for a lock that all requests share.

B<Example:>

    our $LOCK = APR::ThreadMutex->new($s->process->pconf);

=head2 lock

    $status = $mutex->lock;

The method waits until the lock is free, and takes it. If this thread already
holds the lock, it waits for itself and never returns.

B<Returns:> a status code.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Example:>

    my $mutex = APR::ThreadMutex->new($r->pool);
    my $rc    = $mutex->lock;
    die APR::Error::strerror($rc) if $rc != APR::Const::SUCCESS;

=head2 trylock

    $status = $mutex->trylock;

The method takes the lock if it is free. It does not wait.

B<Returns:> a status code: SUCCESS, or C<APR::Const::EBUSY> if the lock is not
free.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Example:>

    my $mutex = APR::ThreadMutex->new($r->pool);
    return Apache2::Const::HTTP_SERVICE_UNAVAILABLE
        if $mutex->trylock == APR::Const::EBUSY;

=head2 unlock

    $status = $mutex->unlock;

The method releases the lock.

B<Returns:> a status code.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Example:> the lock is released also if the code dies.

    my $mutex = APR::ThreadMutex->new($r->pool);
    $mutex->lock;
    my $done = eval { $r->print('one at a time'); 1 };
    $mutex->unlock;
    die $@ if !$done;

=head2 pool_get

    $pool = $mutex->pool_get;

The method returns the memory pool of the lock.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:> a second lock that lives as long as the first.

    my $mutex = APR::ThreadMutex->new($r->pool);
    my $other = APR::ThreadMutex->new($mutex->pool_get);

=head1 SEE ALSO

L<APR::ThreadRWLock>, L<APR::OS>, F<docs/threads.md>

=cut
