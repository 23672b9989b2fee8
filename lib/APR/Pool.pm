package APR::Pool;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Pool - memory pools of httpd, and cleanups at their end

=head1 SYNOPSIS

    use APR::Pool ();

    $r->pool->cleanup_register(sub { unlink $_[0] }, $temporary_file);

    my $pool = APR::Pool->new;

=head1 DESCRIPTION

httpd allocates its memory from pools, and frees a whole pool at once. When a
pool ends, its cleanups run, and the one that you registered last runs first.
Then all objects in the pool end. If you use one of these objects later, it
throws.

=head2 How long each pool lives

Choose the pool with the shortest life that is long enough:

=over

=item C<< $r->pool >>

This pool ends with the request, after the log and cleanup handlers.

=item C<< $c->pool >>

This pool ends with the connection, which can carry many requests. If each
request puts data there, it stays until the connection is closed.

=item C<< $s->process->pconf >>

This pool ends when the server restarts or stops. Memory that a request takes
from it is a leak.

=item C<< $s->process->pool >>

This pool ends when the server stops. It stays during restarts.

=item C<< APR::Pool->new >>

This pool ends when Perl has no reference to it any more, nor to a pool below
it or a table in it. Code that also runs outside of httpd can use it.

=back

You cannot clear or destroy the pools of httpd.

=head1 METHODS

=head2 new

    $pool = APR::Pool->new;
    $pool = $parent->new;

The method creates a pool. If you call it on a pool, that pool becomes the
parent. A pool ends with its parent at the latest.

B<Returns:> an C<APR::Pool>.

B<Errors:> it throws an L<APR::Error> if there is not enough memory.

B<Example:> memory for one step of a request.

    my $part  = $r->pool->new;
    my $table = APR::Table::make($part, 100);
    $part->destroy;

=head2 clear

    $pool->clear;

The method runs the cleanups and frees everything in the pool. You can use the
pool again.

B<Returns:> nothing.

B<Errors:> it throws for a pool of httpd, and for a pool that is ending.

B<Example:> a loop that needs no more memory with each step.

    my $scratch = APR::Pool->new;
    for my $url (@ARGV) {
        my $uri = APR::URI->parse($scratch, $url);
        say $uri->hostname;
        undef $uri;
        $scratch->clear;
    }

=head2 destroy

    $pool->destroy;

The method runs the cleanups and frees the pool with everything in it. It does
nothing to a pool of httpd, or to one that has ended. Perl calls it as
C<DESTROY> when no reference is left.

B<Returns:> nothing.

B<Errors:> it throws if the invocant is not a pool.

B<Example:> C<$finfo> throws after the last line.

    my $scratch = APR::Pool->new;
    my $finfo = APR::Finfo::stat($file, APR::Const::FINFO_NORM, $scratch);
    my $size  = $finfo->size;
    $scratch->destroy;

=head2 cleanup_register

    $pool->cleanup_register($code);
    $pool->cleanup_register($code, $argument);

The method registers a sub for the end of the pool: it runs when the pool is
cleared or destroyed. $code is a code reference or the name of a sub. A name
without a package is one of the calling package. The sub gets $argument, which
is any value. Its result is ignored.

With C<< $r->pool >> the sub runs at the end of the request, after the log
handlers. A slow client may still be reading the response then. The sub also
runs if a handler has died, so a cleanup is the place to remove temporary
files and locks.

B<Returns:> nothing.

B<Errors:> none of its own. If the sub dies, the error log gets the message as
a warning, and the other cleanups still run.

B<Example:> a lock that is released at the end of the request.

    my $lock = "/var/lock/report.$$";
    mkdir $lock or die "cannot make $lock: $!\n";
    $r->pool->cleanup_register(sub ($path) { rmdir $path }, $lock);

=head2 parent_get

    $parent = $pool->parent_get;

The method returns the pool above this one.

B<Returns:> an C<APR::Pool>, or undef if there is no pool above.

B<Errors:> none of its own.

B<Example:> the number of pools from the request's to the top.

    my $depth = 0;
    for (my $up = $r->pool; $up; $up = $up->parent_get) { $depth++ }

=head2 is_ancestor

    $bool = $pool->is_ancestor($other);

The method tells whether $other is the same pool, or below this one. In this
case, data in $pool lives at least as long as data in $other.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    die 'the table may end too early'
        if !$pool->is_ancestor($r->pool);

=head2 tag

    $pool->tag($name);

The method gives the pool a name. You see it only in a debugging build of APR.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $own = APR::Pool->new;
    $own->tag('report');

=head2 cleanup_for_exec

    APR::Pool::cleanup_for_exec();

The function closes the files that another program must not inherit, for
example log files and listening sockets. Call it only in a process that then
calls C<exec>. C<system> and backticks do not need it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> in a child process that you have forked, just before C<exec>.

B<Example:>

    defined(my $child = fork) or die "fork: $!\n";
    if ($child == 0) {
        APR::Pool::cleanup_for_exec();
        exec '/usr/local/bin/report', $file or CORE::exit(127);
    }

=head1 SEE ALSO

L<Apache2::RequestRec/pool>, L<Apache2::Connection/pool>, L<Apache2::Process>,
L<Apache2::ServerUtil/server_shutdown_cleanup_register>

=cut
