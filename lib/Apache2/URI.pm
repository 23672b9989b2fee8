package Apache2::URI;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::URI - parse the URI of a request, and make URLs of this server

=head1 SYNOPSIS

    use Apache2::URI ();

    $r->headers_out->{Location} = $r->construct_url('/elsewhere');
    my $path = $r->parsed_uri->path;

=head1 METHODS

These are methods of L<Apache2::RequestRec>.

=head2 construct_url

    $url = $r->construct_url;
    $url = $r->construct_url($path);
    $url = $r->construct_url($path, $pool);

The method makes an absolute URL of a path on this server, with the scheme of
the connection and the host and port of
L<Apache2::RequestUtil/get_server_name>. The default is C<< $r->uri >>. A
query string is not added. $pool is an L<APR::Pool>, by default the request's.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a redirect to another page of this server.

    $r->headers_out->set(Location => $r->construct_url('/login'));
    return Apache2::Const::REDIRECT;

=head2 construct_server

    $host_and_port = $r->construct_server;
    $host_and_port = $r->construct_server($host);
    $host_and_port = $r->construct_server($host, $port);
    $host_and_port = $r->construct_server($host, $port, $pool);

The method joins a host and a port, an integer, as a URL has them. The method
leaves out the scheme's own port, for example 443 of https. The defaults are
the name and the port of this server. $pool is an L<APR::Pool>, by default the
request's.

B<Returns:> a string.

B<Errors:> it throws if $port is outside of 0 to 65535.

B<Example:>

    my $site = $r->construct_server;                  # example.com
    my $test = $r->construct_server('test', 8080);    # test:8080

=head2 parsed_uri

    $uri = $r->parsed_uri;

The method parses the URI of the request. Most clients send only a path and a
query string, so the other parts are undef. The object is a copy: if you
change it, the request stays as it is.

B<Returns:> a new L<APR::URI>.

B<Errors:> none of its own.

B<Example:> a link to the same page with another query string.

    my $uri = $r->parsed_uri;
    $uri->query('page=2');
    my $next = $uri->unparse;

=head2 parse_uri

    $r->parse_uri($uri);

The method parses a URI and makes it the URI of the request. It sets
C<< $r->uri >>, C<< $r->args >> and C<< $r->unparsed_uri >>, and C<parsed_uri>
returns its parts.

B<Returns:> nothing. If $uri is malformed, C<< $r->status >> becomes
HTTP_BAD_REQUEST.

B<Errors:> none of its own.

B<Phase:> protocol handlers that create requests of their own.

B<Example:>

    my $r = Apache2::RequestRec->new($c);
    $r->parse_uri('/mail?from=joe');
    return if $r->status == Apache2::Const::HTTP_BAD_REQUEST;

=head1 FUNCTIONS

=head2 unescape_url

    $unescaped = Apache2::URI::unescape_url($text);

The function decodes each C<%XX> in the variable $text to a byte. A C<+>
stays, and so does a C<%> without two hexadecimal digits. A character above
255 counts as its bytes in UTF-8.

B<Returns:> the decoded string. The variable also has it.

B<Errors:> it throws if $text is read-only, for example a literal.

B<Example:> a name in UTF-8.

    use Encode ();
    my $bytes = 'M%C3%BCller';
    Apache2::URI::unescape_url($bytes);
    my $name = Encode::decode_utf8($bytes);

=head1 SEE ALSO

L<APR::URI>, L<Apache2::Util/escape_path>,
L<Apache2::RequestUtil/get_server_name>

=cut
