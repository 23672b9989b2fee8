package APR::URI;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::URI - parse a URI, and put one together

=head1 SYNOPSIS

    use APR::URI ();

    my $uri = APR::URI->parse($r->pool, 'http://example.com:8080/a?b=c');
    $uri->scheme('https');
    $uri->port(undef);
    print $uri->unparse;    # https://example.com/a?b=c

=head1 DESCRIPTION

The class splits a URI into its parts (RFC 3986), and joins them again. It
does not encode or decode C<%XX>: see L<Apache2::Util/escape_path> and
L<Apache2::URI/unescape_url>. L<Apache2::URI/parsed_uri> gives the URI of a
request.

=head1 METHODS

=head2 parse

    $uri = APR::URI->parse($pool, $text);

The method splits a URI. Parts that it does not have are undef. $pool is an
L<APR::Pool>. The object keeps it alive.

B<Returns:> an C<APR::URI>, or an object of the subclass that you call the
method on.

B<Errors:> none of its own. If $text is not a URI, some parts are undef.

B<Example:> a test for visitors who followed a link on this site.

    my $uri = APR::URI->parse($r->pool, $r->headers_in->{Referer} // '');
    my $from_us = ($uri->hostname // '') eq ($r->hostname // '');

=head2 unparse

    $text = $uri->unparse;
    $text = $uri->unparse($flags);

The method joins the parts to a URI. $flags are constants C<URI_UNP_...> of
L<APR::Const>, joined with C<|>. The default URI_UNP_OMITPASSWORD leaves out
the password. With 0, a password is replaced by C<XXXXXXXX>. With
URI_UNP_REVEALPASSWORD, it is shown. The method leaves out the port if it is
the scheme's own.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> the URI without host and port.

    my $uri = APR::URI->parse($r->pool, 'http://example.com/a?b=c#d');
    my $path = $uri->unparse(APR::Const::URI_UNP_OMITSITEPART);    # /a?b=c#d

=head2 scheme, user, password, hostname, path, query, fragment

    $old = $uri->path;
    $old = $uri->path($new);

Each method reads or sets one part, without the character that separates it
from the others. For C<http://joe@example.com/a?b=c#d> the scheme is C<http>,
the user C<joe>, the hostname C<example.com>, the path C</a>, the query C<b=c>
and the fragment C<d>.

B<Returns:> a string, or undef if the URI does not have this part. With an
argument it is the old value.

B<Errors:> none of their own.

B<Example:>

    my $uri = $r->parsed_uri;
    $uri->query('page=2');
    $uri->fragment(undef);

=head2 port

    $old = $uri->port;
    $old = $uri->port($new);

The method reads or sets the port that the URI names. If it names none,
C<port_of_scheme> returns the default of the scheme.

B<Returns:> a string of digits, or undef if the URI has no port.

B<Errors:> it throws unless you set a number from 0 to 65535, the empty string
or undef.

B<Example:>

    my $uri  = APR::URI->parse($r->pool, 'https://example.com/');
    my $port = $uri->port // APR::URI::port_of_scheme($uri->scheme);

=head2 hostinfo

    $old = $uri->hostinfo;
    $old = $uri->hostinfo($new);

The method reads or sets user, password, host and port as one string, as
C<parse> has found it. If you set one of these parts, C<hostinfo> stays as it
was. If you set C<hostinfo>, the parts and C<unparse> stay as they were.

B<Returns:> a string, or undef.

B<Errors:> none of its own.

B<Example:>

    my $uri  = APR::URI->parse($r->pool, 'http://joe@example.com:81/');
    my $site = $uri->hostinfo;    # joe@example.com:81

=head2 rpath

    $path = $uri->rpath;

The method returns the path of the script: for a URI from
L<Apache2::URI/parsed_uri> the path without the C<path_info> of the request,
for other URIs the whole path.

B<Returns:> a string, or undef.

B<Errors:> none of its own.

B<Example:> for C</script.pl/more> the result is C</script.pl>.

    my $script = $r->parsed_uri->rpath;

=head1 FUNCTIONS

=head2 port_of_scheme

    $port = APR::URI::port_of_scheme($scheme);

The function returns the default port of a scheme.

B<Returns:> an integer; 0 if the scheme is unknown.

B<Errors:> none of its own.

B<Example:>

    my $port = APR::URI::port_of_scheme('https');    # 443

=head1 SEE ALSO

L<Apache2::URI>, L<APR::Const>, L<URI>

=cut
