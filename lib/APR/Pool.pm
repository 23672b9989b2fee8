package APR::Pool;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Pool - memory that is freed all at once

=head1 SYNOPSIS

    use APR::Pool ();

    $r->pool->cleanup_register(sub { unlink $_[0] }, $temporary_file);

    my $pool = APR::Pool->new;

=head1 DESCRIPTION

httpd allocates memory from pools. When a pool ends, its cleanups run, the
last one registered first, and all objects in it end. Using one of these
objects afterwards throws.

=head2 Which pool lives how long

Choose the shortest life that is long enough:

=over

=item C<< $r->pool >>

Ends with the request, after the log and cleanup handlers.

=item C<< $c->pool >>

Ends with the connection, which may carry many requests. Data that you put there
for each request stay until the client has gone.

=item C<< $s->process->pconf >>

Ends at a restart or a stop of the server. Memory that a request takes from it
is a leak.

=item C<< $s->process->pool >>

Ends when the server stops, and stays over restarts.

=item C<< APR::Pool->new >>

Ends when Perl has no reference left to it, to a pool below it, or to a table
in it. Use it for code that also runs outside httpd.

=back

You cannot clear or destroy the pools that httpd has made.

=head1 METHODS

=head2 new

    $pool = APR::Pool->new;
    $pool = $parent->new;

The method makes a pool, below the parent if you call it on a pool that has
not ended. A pool ends with its parent at the latest.

B<Returns:> an C<APR::Pool>.

B<Errors:> it throws an L<APR::Error> if there is no memory.

B<Example:>

    my $part = $r->pool->new;    # memory for one step of the request
    my $table = APR::Table::make($part, 100);

=head2 clear

    $pool->clear;

The method runs the cleanups and ends everything in the pool. The pool can be
used again.

B<Returns:> nothing.

B<Errors:> it throws for a pool that httpd has made, and for a pool that is
ending now.

B<Example:>

    my $scratch = APR::Pool->new;
    for my $url (@ARGV) {
        my $uri = APR::URI->parse($scratch, $url);
        say $uri->hostname;
        undef $uri;
        $scratch->clear;
    }

=head2 destroy

    $pool->destroy;

The method runs the cleanups and ends the pool and everything in it. It does
nothing to a pool that httpd has made or that has ended. C<DESTROY>, which
Perl calls, does the same.

B<Returns:> nothing.

B<Errors:> it throws if it is not called on a pool.

B<Example:>

    my $scratch = APR::Pool->new;
    my $finfo = APR::Finfo::stat($file, APR::Const::FINFO_NORM, $scratch);
    my $size  = $finfo->size;
    $scratch->destroy;    # $finfo throws from here on

=head2 cleanup_register

    $pool->cleanup_register($code);
    $pool->cleanup_register($code, $argument);

The method has a sub called, with the argument (any value), when the pool is
cleared or destroyed. The sub is a reference or a name. A name without a
package belongs to the package that calls the method.

B<Returns:> nothing. The sub's result is ignored.

B<Errors:> none of its own. If the sub dies, the message goes to the error log
as a warning, and the other cleanups run.

B<Example:>

    my $lock = "/var/lock/report.$$";
    mkdir $lock or die "cannot make $lock: $!\n";
    $r->pool->cleanup_register(sub ($path) { rmdir $path }, $lock);

=head2 parent_get

    $parent = $pool->parent_get;

The method returns the pool above this one.

B<Returns:> an C<APR::Pool>, or undef for the topmost.

B<Errors:> none of its own.

B<Example:>

    my $depth = 0;
    for (my $up = $r->pool; $up; $up = $up->parent_get) { $depth++ }

=head2 is_ancestor

    $bool = $pool->is_ancestor($other);

The method says whether $other is $pool itself or somewhere below it. Data in
$pool then lives at least as long as $other.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    die 'the table may end too early'
        if !$pool->is_ancestor($r->pool);

=head2 tag

    $pool->tag($name);

The method names the pool. Only debugging builds of APR show the name.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    my $own = APR::Pool->new;
    $own->tag('report');

=head2 cleanup_for_exec

    APR::Pool::cleanup_for_exec();

The function closes what another program must not inherit: log files and
listening sockets. Only a process that calls C<exec> next may call it.
C<system> and backticks need no such call.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> in a child that you have forked, just before C<exec>.

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
