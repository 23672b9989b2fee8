package Mehari::PSGI::Input;

# psgi.input. A small body is read at once into a handle that can seek. A larger
# one, or one of unknown length, is read piece by piece.

use Mehari::Perl;

use Apache2::RequestIO ();
use APR::Table         ();

my $SMALL = 65_536;

# A handle, which can seek, or an object of this class, which cannot.
sub open ($r) {
    my $length = $r->headers_in->get('Content-Length');
    return __PACKAGE__->new($r)
        if !defined $length || $length > $SMALL;
    my $body = '';
    while ($length > length $body) {
        $r->read($body, $length - length $body, length $body) or last;
    }
    return handle_on(\$body);
}

# The input of a request without a body.
sub nothing () { return handle_on(\my $nothing) }

sub handle_on ($body) {
    $$body //= '';
    CORE::open(my $handle, '<:raw', $body) or die "psgi.input: $!\n";
    return $handle;
}

sub new ($class, $r) { return bless { r => $r, held => '' }, $class }

# Like Perl's read(), into $_[1]: reads as many bytes as requested, or up to the
# end.
sub read {
    my ($self, undef, $length, $offset) = @_;
    $offset //= 0;
    $_[1]   //= '';
    return $self->{r}->read($_[1], $length, $offset)
        if !length $self->{held};
    my $piece = substr $self->{held}, 0, $length, '';
    my $size  = length $piece;
    substr($_[1], $offset) = $piece;
    return $size if $size == $length;
    return $size + $self->{r}->read($_[1], $length - $size, $offset + $size);
}

# $/ is a text, undef, or a number of bytes.
sub getline ($self) {
    my $held = \$self->{held};
    my $size = ref $/ ? ${$/} : undef;
    my $end;
    do {
        $end
            = defined $size ? (length $$held >= $size ? $size : undef)
            : defined $/    ? end_of_line($$held)
            :                 undef;
        } until defined $end
        || !$self->{r}->read($$held, $SMALL, length $$held);
    my $line = substr $$held, 0, $end // length $$held, '';
    return length $line ? $line : undef;
}

sub end_of_line ($text) {
    my $at = index $text, length $/ ? $/ : "\n\n";
    return $at < 0 ? undef : $at + (length $/ || 2);
}

sub close ($self) { return 1 }

1;
