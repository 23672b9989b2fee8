package APR::Request::Brigade;

use 5.036;

our $VERSION = '0.009000';

# What is read from: an object is a hash with a file handle in it.
sub TIEHANDLE ($class, $from) {
    return bless { handle => $from }, $class if ref $from eq 'GLOB';
    $from->flatten(my $data);
    open my $handle, '<:raw', \$data or die "Cannot read a brigade: $!.\n";
    return bless { handle => $handle }, $class;
}

sub new ($class, $from) { return $class->TIEHANDLE($from) }

# Without a length, what is there next.
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

use 5.036;
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

APR::Request::Brigade - reading an upload, or a brigade, as a handle

=head1 SYNOPSIS

    my $io = $upload->io;
    while (my $line = <$io>) { ... }

    tie *$handle, 'APR::Request::Brigade', $brigade;

=head1 METHODS

=head2 new, TIEHANDLE

    $object = APR::Request::Brigade->new($brigade);

For the data of an L<APR::Brigade>, which keeps it.

=head2 READ, READLINE

    $got  = $object->READ($buffer, $length, $offset);
    $line = $object->READLINE;

As Perl's C<read> and C<readline>. Without a length READ gives what comes next.

=head1 APR::Request::Brigade::IO

What C<< $upload->io >> returns: a handle that is tied to the above.

=head2 read, readline

READ and READLINE as methods of the handle.

=head1 SEE ALSO

L<APR::Request::Param>

=cut
