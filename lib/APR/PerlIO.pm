package APR::PerlIO;

use 5.036;

our $VERSION = '0.009000';

use APR ();

use constant PERLIO_LAYERS_ARE_ENABLED => 1;

1;

__END__

=head1 NAME

APR::PerlIO - files of APR as Perl's file handles

=head1 SYNOPSIS

    use APR::PerlIO ();

    open my $fh, '<:APR', $file, $r->pool
        or die "cannot open $file: $!";
    while (my $line = <$fh>) { ... }
    close $fh;

=head1 DESCRIPTION

Loading the module makes the PerlIO layer C<:APR> known, inside the server and
outside. Handles with it are used like all others: read, write, seek, tell,
eof, binmode, C<$|>. What is printed is buffered until C<close>, until the
buffer is full, or at once where C<$|> is set for the handle.

=head1 THE LAYER

    open my $fh, '<:APR',  $file, $pool or die ...;
    open my $fh, '>:APR',  $file, $pool or die ...;
    open my $fh, '+<:APR', $file, $pool or die ...;

$file (a string) is the path; $pool (an L<APR::Pool> object) is where the file
belongs. When the pool goes, what is still buffered is written and the handle
is closed. A pool that Perl made stays until the handle is closed.

C<open> returns false and sets C<$!> when the file cannot be opened. It throws
when $pool is missing or no live pool.

    open my $copy, '<&:APR', $fh or die ...;

A second handle for the same open file, with a pool of its own.

=head1 CONSTANTS

=head2 PERLIO_LAYERS_ARE_ENABLED

True: Perl has layers.

=cut
