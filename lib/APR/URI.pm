package APR::URI;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::URI - the parts of a URI

=head1 SYNOPSIS

    use APR::URI ();

    my $uri = APR::URI->parse($r->pool, 'http://example.com:8080/a?b=c');
    $uri->scheme('https');
    $uri->port(undef);
    print $uri->unparse;    # https://example.com/a?b=c

=head1 METHODS

=head2 parse

    $uri = APR::URI->parse($pool, $text);

The parts of a string. What is not there, or is no such part, is undef. The
object is of the class that parse was called on. $pool is an L<APR::Pool>, which
is kept as long as the object. See also L<Apache2::URI/parsed_uri>.

=head2 unparse

    $text = $uri->unparse;
    $text = $uri->unparse($flags);

All parts together (a string). The flags are the C<URI_UNP_> constants of
L<APR::Const>, joined; URI_UNP_OMITPASSWORD if they are left out. With 0 a
password is eight times C<X>, with URI_UNP_REVEALPASSWORD it is there. The port
is left out if it is the scheme's own.

=head2 scheme

=head2 user

=head2 password

=head2 hostname

=head2 path

=head2 query

=head2 fragment

    $old = $uri->path;
    $old = $uri->path($new);

One part (a string or undef), without what separates it from the others. With
an argument it is set, and what was there before is returned.

=head2 port

    $old = $uri->port;
    $old = $uri->port($new);

The port as it is written in the URI; undef if it is not. Throws if it is set to
something that is no port.

=head2 hostinfo

    $old = $uri->hostinfo;
    $old = $uri->hostinfo($new);

User, password, host and port as they were parsed (a string). Setting those does
not change it, and setting it changes neither those nor C<unparse>.

=head2 rpath

    $path = $uri->rpath;

For L<Apache2::URI/parsed_uri>: the path without the request's path_info at its
end (a string). For others it is the path.

=head1 FUNCTIONS

=head2 port_of_scheme

    $port = APR::URI::port_of_scheme('https');    # 443

The port that a scheme uses (an integer), 0 if the scheme is not known.

=cut
