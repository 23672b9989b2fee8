package Apache2::URI;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::URI - the URI of a request, and URLs that lead back here

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

The method makes the URL of a path on this server: scheme, host and port as
the client knows them. The default is C<< $r->uri >>, without the query
string. $pool is an L<APR::Pool>, by default the request's.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    $r->headers_out->set(Location => $r->construct_url('/login'));
    return Apache2::Const::REDIRECT;

=head2 construct_server

    $host_and_port = $r->construct_server;
    $host_and_port = $r->construct_server($host);
    $host_and_port = $r->construct_server($host, $port);
    $host_and_port = $r->construct_server($host, $port, $pool);

The method joins a host and a port (an integer) as a URL has them. It leaves
out the port of the scheme. Both are the server's by default. $pool is an
L<APR::Pool>, by default the request's.

B<Returns:> a string.

B<Errors:> it throws if the port is not a port.

B<Example:>

    my $site = $r->construct_server;               # example.com
    my $test = $r->construct_server('test', 8080);    # test:8080

=head2 parsed_uri

    $uri = $r->parsed_uri;

The method takes the URI of the request apart. Clients usually send a path and
a query string and no more. Setting a part does not change the request.

B<Returns:> a new L<APR::URI>.

B<Errors:> none of its own.

B<Example:> the same page with another query string.

    my $uri = $r->parsed_uri;
    $uri->query('page=2');
    my $next = $uri->unparse;

=head2 parse_uri

    $r->parse_uri($uri);

The method takes a string for the URI of the request: it sets C<< $r->uri >>,
C<< $r->args >>, C<< $r->unparsed_uri >> and what C<parsed_uri> returns.

B<Returns:> nothing. C<< $r->status >> is HTTP_BAD_REQUEST if the string is no
URI.

B<Errors:> none of its own.

B<Phase:> protocol handlers that make requests of their own.

B<Example:>

    my $r = Apache2::RequestRec->new($c);
    $r->parse_uri('/mail?from=joe');
    return if $r->status == Apache2::Const::HTTP_BAD_REQUEST;

=head1 FUNCTIONS

=head2 unescape_url

    $unescaped = Apache2::URI::unescape_url($text);

The function turns each C<%XX> of the variable $text into the byte that it
stands for. A C<%> without two hexadecimal digits stays. A C<+> stays too.
Characters above 255 are taken as their UTF-8 bytes.

B<Returns:> a string, which is in the variable too.

B<Errors:> it throws if the argument cannot be written to.

B<Example:>

    my $name = 'M%C3%BCller';
    Apache2::URI::unescape_url($name);    # bytes of UTF-8

=head1 SEE ALSO

L<APR::URI>, L<Apache2::Util/escape_path>,
L<Apache2::RequestUtil/get_server_name>

=cut
