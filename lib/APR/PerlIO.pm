package APR::PerlIO;

use v5.36;

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
    while (my $line = <$fh>) {
        print $line;
    }
    close $fh;

=head1 DESCRIPTION

This module adds the PerlIO layer C<:APR>, inside the server and outside.
Handles with it work as all others do: read, write, seek, tell, eof, binmode,
C<$|>. Output is buffered until C<close>, until the buffer is full, or not at
all if C<$|> is set for the handle.

=head1 THE LAYER

    open my $fh, '<:APR',  $file, $pool or die "$file: $!\n";
    open my $fh, '>:APR',  $file, $pool or die "$file: $!\n";
    open my $fh, '+<:APR', $file, $pool or die "$file: $!\n";

$file (a string) is the path. $pool (an L<APR::Pool>) is where the file
belongs. When the pool ends, buffered output is written and the handle is
closed. A pool that Perl made stays until the handle is closed.

C<open> returns false and sets C<$!> if the file cannot be opened. It throws
if $pool is missing or has ended.

    open my $copy, '<&:APR', $fh or die "dup: $!\n";

This opens a second handle for the same open file, with a pool of its own.

=head1 CONSTANTS

=head2 PERLIO_LAYERS_ARE_ENABLED

True, because Perl has layers.

=head1 SEE ALSO

L<APR::Pool>, L<PerlIO>, L<Apache2::SubProcess>

=cut
