package Apache2::Response;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::Response - headers, validators and error pages

=head1 SYNOPSIS

    use Apache2::Response ();

    $r->update_mtime((stat $file)[9]);
    $r->set_last_modified;
    my $status = $r->meets_conditions;
    return $status if $status != Apache2::Const::OK;

=head1 DESCRIPTION

Methods of L<Apache2::RequestRec>. Times are in seconds since the epoch.

=head1 METHODS

=head2 custom_response

    $r->custom_response($status, $text);

What to send instead of httpd's own page for that HTTP status, in this request:
a URL, a path that begins with a slash, or the page itself. Throws if $status is
no HTTP status.

=head2 make_etag

    $etag = $r->make_etag;
    $etag = $r->make_etag($force_weak);

An entity tag (a string) for the file of the request; a weak one if $force_weak
is true, or if the file has changed just now.

=head2 set_etag

    $r->set_etag;

Sets the ETag header to it.

=head2 meets_conditions

    $status = $r->meets_conditions;

Compares If-Modified-Since, If-Match and the like with the response's headers.
C<Apache2::Const::OK> if the page is to be sent, otherwise the HTTP status to
return, C<HTTP_NOT_MODIFIED> or C<HTTP_PRECONDITION_FAILED>.

=head2 rationalize_mtime

    $time = $r->rationalize_mtime($mtime);

The time; the time of the request if it is later than that.

=head2 send_interim_response

    $r->headers_out->set(Link => '</style.css>; rel=preload; as=style');
    $sent = $r->send_interim_response(103);
    $sent = $r->send_interim_response(103, $table);

Sends a response of status 100 to 199 (but for 101) at once, before the one that
the request gets: 103 (Early Hints) lets the client load what the page will
need while the page is being made. Its headers are those of the L<APR::Table>,
by default of C<headers_out> as they are now; they stay there for the response
itself. Works with HTTP/1.1, and with HTTP/2 where C<H2EarlyHints on> lets 103
through; for a client of HTTP/1.0 nothing is sent and false is returned.

Throws for another status, for headers with characters that none may have, when
the response itself has begun, and in a worker, which does not have the client.

=head2 switch_protocol

    $r->headers_out->set('Sec-WebSocket-Accept' => $accept);
    $r->switch_protocol('websocket') or return 426;
    while ($r->read(my $bytes, 2) == 2) { ... }

Answers 101 (Switching Protocols), with C<headers_out> as they are now. From
here on C<read> and C<print> (and STDIN, STDOUT) are the connection's bytes,
through its own filters (TLS) and no others; C<rflush> sends what was printed.
C<read> waits for all the bytes that it is asked for, and returns fewer when the
client has ended. When the handler returns, whatever it returns, or dies, the
connection is closed. The rest of a request's body is skipped first.

Returns false, and sends nothing, unless the client has offered that protocol by
HTTP/1.1 (C<Upgrade> and C<Connection: upgrade>), so not over HTTP/2: then the
handler answers as it likes.

The handler's process serves nobody else meanwhile. C<Timeout> is how long
C<read> waits for the client; L<APR::Socket/timeout_set> of the connection's
C<client_socket> changes that. To look for bytes without waiting, ask the
filters:

    my $bb = APR::Brigade->new($r->pool, $r->connection->bucket_alloc);
    my $rc = $r->input_filters->get_brigade($bb,
        Apache2::Const::MODE_READBYTES, APR::Const::NONBLOCK_READ, 8192);

Throws for what is no name of a protocol, outside of the response handler, in a
subrequest, when the response itself has begun, and in a worker.
F<t/fixtures/protocol/Upgrade.pm> in mehari's source is a websocket server.

=head2 update_mtime

    $r->update_mtime;
    $r->update_mtime($mtime);

The response depends on something that was changed at that time, by default on
the file behind it. The latest one counts.

=head2 set_last_modified

    $r->set_last_modified;
    $r->set_last_modified($mtime);

Sets the Last-Modified header from what C<update_mtime> was told, after telling
it $mtime if that is given.

=head2 set_content_length

    $r->set_content_length($bytes);

Sets the Content-Length header. Throws if the number is negative.

=head2 set_keepalive

    $bool = $r->set_keepalive;

Decides whether the connection is kept after this response, sets the headers for
it and returns 1 or 0. httpd does this itself.

=head2 send_cgi_header

    $r->send_cgi_header($text);

Takes the header block, as a CGI program prints it, from the front of the text
and sends what follows the empty line. If there is no empty line the text is all
headers. Throws if the response has already begun.

=head2 send_error_response

    $r->send_error_response($recursive);

Sends the error page for the request's status now. $recursive says that an
ErrorDocument has failed as well.

=head2 send_mmap

    $r->send_mmap($mmap, $offset, $length);

Takes an APR::Mmap object. There is no method that makes one, in mod_perl
neither, so that this always throws and says so. L<Apache2::RequestIO/sendfile>
sends a file without reading it.

=cut
