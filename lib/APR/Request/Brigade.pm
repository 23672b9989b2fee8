package APR::Request::Brigade;

use Mehari::Perl;

our $VERSION = '0.009000';

# The handle's source: an object is a hash with a file handle in it.
sub TIEHANDLE ($class, $from) {
    return bless { handle => $from }, $class if ref $from eq 'GLOB';
    $from->flatten(my $data);
    open my $handle, '<:raw', \$data or die "Cannot read a brigade: $!.\n";
    return bless { handle => $handle }, $class;
}

sub new ($class, $from) { return $class->TIEHANDLE($from) }

# Without a length, reads up to 8 KiB of the next data.
sub READ {
    my ($self, undef, $length, $offset) = @_;
    $length = 8192 if !defined $length || $length < 0;
    $_[1] //= '';
    return CORE::read $self->{handle}, $_[1], $length, $offset // 0;
}

sub READLINE ($self) {
    return CORE::readline $self->{handle};
}

sub GETC ($self)    { return CORE::getc $self->{handle} }
sub EOF  ($self, @) { return CORE::eof $self->{handle} }

sub CLOSE ($self) { return CORE::close $self->{handle} }

sub BINMODE ($self, @) { return 1 }

package APR::Request::Brigade::IO;

use Mehari::Perl;
use Symbol ();

sub on ($class, $handle) {
    my $io = Symbol::gensym();
    tie *$io, 'APR::Request::Brigade', $handle;
    return bless $io, $class;
}

sub read {
    my ($self, undef, @more) = @_;
    my $tied = tied *$self;
    return $tied->READ($_[1], @more);
}

sub readline ($self) {
    my $tied = tied *$self;
    return $tied->READLINE;
}

1;

__END__

=head1 NAME

APR::Request::Brigade - read an upload or a brigade as a file handle

=head1 SYNOPSIS

    my $io = $upload->io;
    while (my $line = <$io>) {
        print $line;
    }

    tie *$handle, 'APR::Request::Brigade', $brigade;

=head1 METHODS

=head2 new

    $object = APR::Request::Brigade->new($brigade);

The method creates an object that reads the data of $brigade, an
L<APR::Brigade>. The brigade keeps its data.

B<Returns:> an C<APR::Request::Brigade>.

B<Errors:> it throws an L<APR::Error> if a bucket cannot be read.

B<Example:>

    my $reader = APR::Request::Brigade->new($bb);
    my $first  = $reader->READLINE;

=head2 TIEHANDLE

Perl calls this method for C<tie>. It does the same as C<new>.

=head2 READ, READLINE

    $got  = $object->READ($buffer, $length, $offset);
    $line = $object->READLINE;

These methods work as Perl's C<read> and C<readline>. Without a length, READ
gives the next piece.

=head1 METHODS OF APR::Request::Brigade::IO

The handle of C<< $upload->io >> has this class.

=head2 read

    $got = $io->read($buffer, $length, $offset);

The method reads at most $length bytes into the variable $buffer, at $offset.

B<Returns:> an integer, the number of bytes; 0 at the end.

B<Errors:> none of its own.

B<Example:>

    my $io = $req->upload('u')->upload_io;
    while ($io->read(my $data, 8192)) { $r->print($data) }

=head2 readline

    $line  = $io->readline;
    @lines = $io->readline;

The method reads a line, or all lines in list context.

B<Returns:> a string, or undef at the end.

B<Errors:> none of its own.

B<Example:>

    my $first = $req->upload('u')->upload_io->readline;

=head1 SEE ALSO

L<APR::Request::Param>, L<Apache2::Upload>

=cut
