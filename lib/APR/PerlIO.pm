package APR::PerlIO;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

use constant PERLIO_LAYERS_ARE_ENABLED => 1;

1;

__END__

=head1 NAME

APR::PerlIO - a PerlIO layer for files of APR

=head1 SYNOPSIS

    use APR::PerlIO ();

    open my $fh, '<:APR', $file, $r->pool
        or die "cannot open $file: $!";
    while (my $line = <$fh>) {
        print $line;
    }
    close $fh;

=head1 DESCRIPTION

This module adds the PerlIO layer C<:APR>, inside and outside of httpd.
Handles with this layer support all that others do: read, write, seek, tell,
eof, binmode, C<$|>. Output stays in a buffer until the buffer is full or you
call C<close>. If C<$|> is set for the handle, output is not buffered.

=head1 THE LAYER

    open my $fh, '<:APR',  $file, $pool or die "$file: $!\n";
    open my $fh, '>:APR',  $file, $pool or die "$file: $!\n";
    open my $fh, '+<:APR', $file, $pool or die "$file: $!\n";

$file is a path, and $pool an L<APR::Pool>. When the pool ends, the layer
writes buffered output and closes the handle. A pool that you have created
lives until the handle is closed.

C<open> returns false and sets C<$!> if the file cannot be opened. It throws
if $pool is missing or has ended.

    open my $copy, '<&:APR', $fh or die "dup: $!\n";

This line opens a second handle for the same open file. The handle has a pool
of its own.

=head1 CONSTANTS

=head2 PERLIO_LAYERS_ARE_ENABLED

The constant is true, because every Perl has layers today. Old programs ask
for it.

=head1 SEE ALSO

L<APR::Pool>, L<PerlIO>, L<Apache2::SubProcess>

=cut
