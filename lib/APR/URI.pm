package APR::URI;

use v5.36;

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

=head1 DESCRIPTION

The class takes a URI apart and puts it together. It neither encodes nor
decodes C<%XX>: see L<Apache2::Util/escape_path> and
L<Apache2::URI/unescape_url>. L<Apache2::URI/parsed_uri> gives the URI of a
request.

=head1 METHODS

=head2 parse

    $uri = APR::URI->parse($pool, $text);

The method takes a string apart. Parts that are not there are undef. $pool is
an L<APR::Pool>, which lives at least as long as the object.

B<Returns:> an object of the class that you call the method on.

B<Errors:> none of its own. A string that is no URI has fewer parts.

B<Example:>

    my $uri = APR::URI->parse($r->pool, $r->headers_in->{Referer} // '');
    my $from_us = ($uri->hostname // '') eq $r->hostname;

=head2 unparse

    $text = $uri->unparse;
    $text = $uri->unparse($flags);

The method puts the parts together. The flags are the constants C<URI_UNP_> of
L<APR::Const>, joined; the default is URI_UNP_OMITPASSWORD. With 0 a password
becomes eight times C<X>, with URI_UNP_REVEALPASSWORD it is there. The port is
left out if it is the one of the scheme.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $uri = APR::URI->parse($r->pool, 'http://example.com/a?b=c#d');
    my $path = $uri->unparse(APR::Const::URI_UNP_OMITSITEPART);    # /a?b=c#d

=head2 scheme, user, password, hostname, path, query, fragment

    $old = $uri->path;
    $old = $uri->path($new);

Each method reads or sets one part, without the character that separates it
from the others. For C<http://joe@example.com/a?b=c#d> the scheme is C<http>,
the user C<joe>, the hostname C<example.com>, the path C</a>, the query C<b=c>
and the fragment C<d>.

B<Returns:> a string, or undef if the part is not there. With an argument it
is the value from before.

B<Errors:> none of its own.

B<Example:>

    my $uri = $r->parsed_uri;
    $uri->query('page=2');
    $uri->fragment(undef);

=head2 port

    $old = $uri->port;
    $old = $uri->port($new);

The method reads or sets the port as it is written in the URI.
C<port_of_scheme> has the port of a URI without one.

B<Returns:> a string of digits, or undef if the URI has no port.

B<Errors:> it throws if you set something else than 0 to 65535, the empty
string or undef.

B<Example:>

    my $uri  = APR::URI->parse($r->pool, 'https://example.com/');
    my $port = $uri->port // APR::URI::port_of_scheme($uri->scheme);

=head2 hostinfo

    $old = $uri->hostinfo;
    $old = $uri->hostinfo($new);

The method reads or sets user, password, host and port as they were parsed.
Setting one of those does not change C<hostinfo>. Setting C<hostinfo> changes
neither those nor C<unparse>.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Example:>

    my $uri  = APR::URI->parse($r->pool, 'http://joe@example.com:81/');
    my $site = $uri->hostinfo;    # joe@example.com:81

=head2 rpath

    $path = $uri->rpath;

For a URI of L<Apache2::URI/parsed_uri> this is the path without the
C<path_info> of the request at its end. For others it is the path.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Example:> for C</script.pl/more> this is C</script.pl>.

    my $script = $r->parsed_uri->rpath;

=head1 FUNCTIONS

=head2 port_of_scheme

    $port = APR::URI::port_of_scheme($scheme);

The function gives the default port of a scheme.

B<Returns:> an integer; 0 if the scheme is not known.

B<Errors:> none of its own.

B<Example:>

    my $port = APR::URI::port_of_scheme('https');    # 443

=head1 SEE ALSO

L<Apache2::URI>, L<APR::Const>, L<URI>

=cut
