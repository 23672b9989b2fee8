package Apache2::URI;

use 5.036;

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

Of L<Apache2::RequestRec>.

=head2 construct_url

    $url = $r->construct_url;
    $url = $r->construct_url($path);
    $url = $r->construct_url($path, $pool);

The URL of a path (a string, by default $r->uri, without the query string) on
this server: scheme, host and port as the client knows them. $pool is an
L<APR::Pool>, by default the request's.

=head2 construct_server

    $host_and_port = $r->construct_server;
    $host_and_port = $r->construct_server($host);
    $host_and_port = $r->construct_server($host, $port);
    $host_and_port = $r->construct_server($host, $port, $pool);

Host (a string) and port (an integer) as a URL has them, without the port if it
is the scheme's own. By default they are the server's. $pool is an L<APR::Pool>,
by default the request's. Throws if the port is none.

=head2 parsed_uri

    $uri = $r->parsed_uri;

The parts of the request's URI, a new L<APR::URI>. Clients usually send a path
and a query string and no more. Setting a part does not change the request.

=head2 parse_uri

    $r->parse_uri($uri);

Takes the string for the request's URI: sets $r->uri, $r->args,
$r->unparsed_uri and what parsed_uri returns. For protocol handlers that make
requests of their own. $r->status is HTTP_BAD_REQUEST if it is no URI.

=head1 FUNCTIONS

=head2 unescape_url

    Apache2::URI::unescape_url($text);
    $unescaped = Apache2::URI::unescape_url($text);

Turns each C<%XX> of a variable into the byte that it stands for, and returns
the result. A C<%> without two hexadecimal digits stays as it is. Characters
above 255 are taken as their UTF-8 bytes.

=cut
