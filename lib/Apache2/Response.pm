package Apache2::Response;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::Response - error pages, Last-Modified, ETag and other response
headers

=head1 SYNOPSIS

    use Apache2::Response ();

    $r->update_mtime((stat $file)[9]);
    $r->set_last_modified;
    my $status = $r->meets_conditions;
    return $status if $status != Apache2::Const::OK;

=head1 DESCRIPTION

These are methods of L<Apache2::RequestRec>. All times are in seconds since
the epoch.

=head1 METHODS

=head2 custom_response

    $r->custom_response($status, $text);

The method replaces httpd's error page for an HTTP status in this request.
$text is the page itself, a local path that begins with a slash, or a URL. The
method works like the directive C<ErrorDocument>. httpd sends a page as
C<text/html; charset=iso-8859-1>, so escape data of the client in it.

B<Returns:> nothing.

B<Errors:> it throws if $status is not an HTTP status.

B<Phase:> before your handler returns the status.

B<Example:> a page of your own for 403.

    $r->custom_response(Apache2::Const::FORBIDDEN,
        'Ask the office for a key.');
    return Apache2::Const::FORBIDDEN;

A PerlAccessHandler sends visitors to the page where they log in:

    $r->custom_response(Apache2::Const::FORBIDDEN, '/login.html');
    return Apache2::Const::FORBIDDEN;

=head2 make_etag

    $etag = $r->make_etag;
    $etag = $r->make_etag($force_weak);

The method makes an entity tag (RFC 9110) for the file of the request. The tag
is weak if $force_weak is true, or if the file has changed within the last
second.

B<Returns:> a string; empty with C<FileETag None>.

B<Errors:> none of its own.

B<Phase:> after PerlMapToStorageHandler.

B<Example:>

    my $etag = $r->make_etag;

=head2 set_etag

    $r->set_etag;

The method sets the C<ETag> header to the tag of C<make_etag>.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before C<meets_conditions> and the first output.

B<Example:> a browser that has the page gets 304.

    $r->set_etag;
    my $status = $r->meets_conditions;
    return $status if $status != Apache2::Const::OK;

=head2 meets_conditions

    $status = $r->meets_conditions;

The method compares the conditions of the request, for example
C<If-Modified-Since> and C<If-None-Match>, with the headers of the response.
Set C<Last-Modified> or C<ETag> before.

B<Returns:> C<Apache2::Const::OK> if you must send the page, or else the HTTP
status that your handler should return: C<HTTP_NOT_MODIFIED> or
C<HTTP_PRECONDITION_FAILED>.

B<Errors:> none of its own.

B<Phase:> response handlers, before the first output.

B<Example:> a handler sends a file only if it has changed.

    $r->set_last_modified((stat $file)[9]);
    my $status = $r->meets_conditions;
    return $status if $status != Apache2::Const::OK;
    $r->sendfile($file);

=head2 rationalize_mtime

    $time = $r->rationalize_mtime($mtime);

The method limits a time to the present, because C<Last-Modified> must not be
in the future.

B<Returns:> an integer, seconds since the epoch.

B<Errors:> none of its own.

B<Example:>

    my $mtime = $r->rationalize_mtime(time + 60);

=head2 send_interim_response

    $sent = $r->send_interim_response($status);
    $sent = $r->send_interim_response($status, $table);

The method sends a response with a status of 100 to 199, except 101, before
the response of the request. With 103 (Early Hints, RFC 8297) a browser loads
style sheets and scripts while you make the page. The method sends the headers
of $table, an L<APR::Table>. By default it sends those of C<headers_out>,
which also keeps them for the response. Under HTTP/2 the directive
C<H2EarlyHints on> lets 103 through.

B<Returns:> true, or false for a client of HTTP/1.0, which gets no such
response.

B<Errors:> it throws for another status, for a header with a character that is
illegal in headers, after the response itself has begun, and in a worker
(PerlUsePool), which has no connection to the client.

B<Phase:> before the first output.

B<Example:>

    $r->headers_out->set(Link => '</style.css>; rel=preload; as=style');
    $r->send_interim_response(103);

=head2 switch_protocol

    $switched = $r->switch_protocol($name);

The method sends the status 101 (Switching Protocols) with C<headers_out>.
Before that, the method skips the rest of the request's body. From then on
C<read>, C<print>, STDIN and STDOUT carry the bytes of the connection. Only
the connection's own filters, such as TLS, remain. C<read> waits for all the
bytes that you ask for, and returns fewer after the client has ended its side.
C<rflush> sends what you have printed. httpd closes the connection when the
handler returns or dies.

The process serves no other request in the meantime. C<read> waits for the
client as long as the directive C<Timeout> says. L<APR::Socket/timeout_set> of
C<< $r->connection->client_socket >> sets another time.
F<t/fixtures/protocol/Upgrade.pm> in mehari's source is a WebSocket server.

B<Returns:> true, or false if the client has not offered this protocol over
HTTP/1.1, with the headers C<Upgrade> and C<Connection: upgrade>. Nothing is
sent in this case. Over HTTP/2 it is always false.

B<Errors:> it throws if $name is not the name of a protocol, in a subrequest,
after the response itself has begun, and in a worker (PerlUsePool).

B<Phase:> response handlers.

B<Example:> an echo server, and then a read that does not wait.

    $r->switch_protocol('echo') or return 426;
    while ($r->read(my $byte, 1)) {
        $r->print($byte);
        $r->rflush;
    }

    my $bb = APR::Brigade->new($r->pool, $r->connection->bucket_alloc);
    my $rc = $r->input_filters->get_brigade($bb,
        Apache2::Const::MODE_READBYTES, APR::Const::NONBLOCK_READ, 8192);

=head2 update_mtime

    $r->update_mtime;
    $r->update_mtime($mtime);

The method says that the response depends on something that changed at $mtime.
The default is the time of the request's file. Call it once for each source of
the page. The latest time counts.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before C<set_last_modified>.

B<Example:> a page made from a template and a data file.

    $r->update_mtime;
    $r->update_mtime((stat '/srv/data/prices.csv')[9]);
    $r->set_last_modified;

=head2 set_last_modified

    $r->set_last_modified;
    $r->set_last_modified($mtime);

The method sets the C<Last-Modified> header to the time that C<update_mtime>
has collected. With $mtime, it first calls C<update_mtime($mtime)>.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:>

    $r->set_last_modified($r->finfo->mtime);

=head2 set_content_length

    $r->set_content_length($bytes);
    $r->set_content_length;

The method sets the C<Content-Length> header, by default to the size of the
request's file. httpd sets it by itself for a
page that fits into the output buffer of 8 KiB. For a longer response, set it
if you know the length, because the client can then show its progress. Do not
set it if an output filter changes the length.

B<Returns:> nothing.

B<Errors:> it throws if $bytes is negative.

B<Phase:> before the first output.

B<Example:>

    $r->set_content_length(-s $file);
    $r->sendfile($file);

=head2 set_keepalive

    $bool = $r->set_keepalive;

The method decides whether httpd keeps the connection open after this
response, and sets the headers for that. httpd calls it by itself for each
response.

B<Returns:> 1 if the connection stays open, or 0.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:> a handler that prints its own headers.

    my $kept = $r->set_keepalive;

=head2 send_cgi_header

    $r->send_cgi_header($text);

The method parses the headers at the front of $text, in the format of a CGI
program (RFC 3875), and sends the rest after the empty line. If there is no
empty line, the whole text is headers.

B<Returns:> nothing.

B<Errors:> it throws if the response has begun, and an L<APR::Error> if the
data cannot be sent.

B<Phase:> response handlers, before the first output.

B<Example:>

    $r->send_cgi_header("Status: 201\nContent-Type: text/plain\n\ndone\n");

=head2 send_error_response

    $r->send_error_response($recursive);

The method sends the error page for C<< $r->status >> at once. A true
$recursive says that an ErrorDocument has failed before. In most handlers it
is simpler to return the status.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> response handlers, before the first output.

B<Example:>

    $r->status(Apache2::Const::SERVER_ERROR);
    $r->send_error_response(0);
    return Apache2::Const::DONE;

=head2 send_mmap

    $r->send_mmap($mmap, $offset, $length);

The method sends a part of an APR::Mmap object. No function in Perl makes such
an object, not even in mod_perl.

B<Returns:> never.

B<Errors:> it always throws.

B<Example:> use C<sendfile> instead, which sends a file without reading it
into memory.

    $r->sendfile($file);

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::RequestIO>, L<APR::Date>; RFC 9110 for
conditions, C<Last-Modified> and C<ETag>

=cut
