package APR::Pool;

use 5.036;

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

httpd allocates from pools: one for each request, connection and
configuration. When a pool goes, its cleanups run, the last one registered
first, and all objects in it end; using one of them in Perl throws.

A pool that was made by C<new> is destroyed when Perl has no reference left to
it, to a pool below it or to a table in it. The pools that httpd has made are
never ended from Perl.

=head1 METHODS

=head2 new

    $pool = APR::Pool->new;
    $pool = $parent->new;

A new pool, below the parent if there is one (and if it has not gone). Throws
an L<APR::Error> if there is no memory.

=head2 clear

    $pool->clear;

Runs the cleanups and ends everything in the pool, which can be used again.
Throws for a pool that httpd has made.

=head2 destroy

    $pool->destroy;

Runs the cleanups and ends the pool and everything in it. Does nothing to a
pool that httpd has made, or that has gone already. C<DESTROY>, which Perl
calls, is the same.

=head2 cleanup_register

    $pool->cleanup_register($code);
    $pool->cleanup_register($code, $argument);

Has the code called, with the argument (any value), when the pool is cleared or
destroyed. The code is a reference or the name of a sub; a name without a
package is one in the package that registers it. What the code returns is
ignored; if it dies, the message goes to the error log as a warning.

=head2 parent_get

    $parent = $pool->parent_get;

The pool above, or undef for the topmost.

=head2 is_ancestor

    $bool = $pool->is_ancestor($other);

1 if $other is somewhere below $pool or is $pool itself, 0 if not.

=head2 tag

    $pool->tag($name);

Names the pool, for APR's debugging.

=head2 cleanup_for_exec

    APR::Pool::cleanup_for_exec();

Closes what the process must not pass on to another program: log files,
listening sockets. Only for a process that calls C<exec> next.

=cut
