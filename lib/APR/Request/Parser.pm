package APR::Request::Parser;

use Mehari::Perl;

our $VERSION = '0.009000';

# Settings of a body that APR::Request::Custom parses: its type, and limits. The
# type chooses the parser. A parser that is asked for by name has its own type.
sub make ($class, $type, $brigade_limit = undef, $temp_dir = undef) {
    return bless {
        content_type  => $type,
        brigade_limit => $brigade_limit,
        temp_dir      => $temp_dir,
    }, $class;
}

sub default ($class, $pool, $alloc, $type, @more) {
    return $class->make($type, @more[ 0, 1 ]);
}

sub urlencoded ($class, $pool, $alloc, $type, @more) {
    return $class->make('application/x-www-form-urlencoded', @more[ 0, 1 ]);
}

sub multipart ($class, $pool, $alloc, $type, @more) {
    return $class->make($type, @more[ 0, 1 ]);
}

sub setting ($self) {
    return map { $_ => $self->{$_} }
        grep { defined $self->{$_} } qw(brigade_limit temp_dir);
}

1;

__END__

=head1 NAME

APR::Request::Parser - parsers of bodies, for APR::Request::Custom

=head1 SYNOPSIS

    my $parser = APR::Request::Parser->default($pool, $ba, $content_type);
    my $req    = APR::Request::Custom->handle($pool, $query, $cookies,
        $parser, 1_000_000, $bb);

=head1 METHODS

=head2 default, urlencoded, multipart

    $parser = APR::Request::Parser->default($pool, $ba, $type);
    $parser = APR::Request::Parser->default($pool, $ba, $type,
        $brigade_limit, $temp_dir);

The methods create a parser for a body with the C<Content-Type> $type.
C<default> chooses the format by the type. C<urlencoded> and C<multipart> are
for these formats, and C<urlencoded> ignores the type. $brigade_limit and
$temp_dir are the limits of L<APR::Request>.

B<Returns:> an C<APR::Request::Parser>.

B<Errors:> none of their own. If the body is malformed, the methods that read
it throw.

B<Example:> parse a form from a string.

    my $parser = APR::Request::Parser->urlencoded($pool, $ba, undef);
    my $body = APR::Brigade->new($pool, $ba);
    $body->insert_tail(APR::Bucket->new($ba, 'name=Jane'));
    my $req = APR::Request::Custom->handle($pool, undef, undef, $parser,
        undef, $body);

=head1 SEE ALSO

L<APR::Request>

=cut
