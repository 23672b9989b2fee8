package Apache2::Response;

use v5.36;

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

These are methods of L<Apache2::RequestRec>. Times are in seconds since the
epoch.

=head1 METHODS

=head2 custom_response

    $r->custom_response($status, $text);

The method says what to send instead of httpd's own page for an HTTP status,
in this request. $text is a URL, a path that begins with a slash, or the page
itself. It is ErrorDocument for one request.

B<Returns:> nothing.

B<Errors:> it throws if $status is no HTTP status.

B<Phase:> before you return the status.

B<Example:>

    $r->custom_response(Apache2::Const::FORBIDDEN,
        'Ask the office for a key.');
    return Apache2::Const::FORBIDDEN;

=head2 make_etag

    $etag = $r->make_etag;
    $etag = $r->make_etag($force_weak);

The method makes an entity tag for the file of the request. It is a weak one
if $force_weak is true or the file has changed just now.

B<Returns:> a string; empty if FileETag is off.

B<Errors:> none of its own.

B<Phase:> after PerlMapToStorageHandler.

B<Example:>

    my $etag = $r->make_etag;

=head2 set_etag

    $r->set_etag;

The method sets the ETag header to that tag.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before C<meets_conditions> and the first output.

B<Example:>

    $r->set_etag;
    my $status = $r->meets_conditions;
    return $status if $status != Apache2::Const::OK;

=head2 meets_conditions

    $status = $r->meets_conditions;

The method compares If-Modified-Since, If-Match and the like with the headers
of the response. Set Last-Modified or ETag first.

B<Returns:> C<Apache2::Const::OK> if you are to send the page, or else the
HTTP status to return: C<HTTP_NOT_MODIFIED> or C<HTTP_PRECONDITION_FAILED>.

B<Errors:> none of its own.

B<Phase:> response handlers, before the first output.

B<Example:>

    $r->set_last_modified((stat $file)[9]);
    my $status = $r->meets_conditions;
    return $status if $status != Apache2::Const::OK;
    $r->sendfile($file);

=head2 rationalize_mtime

    $time = $r->rationalize_mtime($mtime);

The method limits a time to that of the request, because Last-Modified must
not be in the future.

B<Returns:> seconds since the epoch, an integer.

B<Errors:> none of its own.

B<Example:>

    my $mtime = $r->rationalize_mtime(time + 60);

=head2 send_interim_response

    $sent = $r->send_interim_response($status);
    $sent = $r->send_interim_response($status, $table);

The method sends a response of status 100 to 199 (except 101) at once, before
the one that the request gets. With 103 (Early Hints) the client loads what
the page will need while you make the page. The headers are those of the
L<APR::Table>, by default of C<headers_out> as they are now. They stay there
for the response itself. HTTP/2 passes 103 on where C<H2EarlyHints on> says
so.

B<Returns:> true; false for a client of HTTP/1.0, to which nothing is sent.

B<Errors:> it throws for another status, for headers with characters that no
header may have, after the response itself has begun, and in a worker
(PerlUsePool), which does not have the client.

B<Phase:> before the first output.

B<Example:>

    $r->headers_out->set(Link => '</style.css>; rel=preload; as=style');
    $r->send_interim_response(103);

=head2 switch_protocol

    $switched = $r->switch_protocol($name);

The method answers 101 (Switching Protocols), with C<headers_out> as they are
now. From here on C<read> and C<print> (and STDIN, STDOUT) are the bytes of
the connection, through its own filters (TLS) and no others. C<rflush> sends
what you printed. C<read> waits for all the bytes that you ask for, and
returns fewer when the client has ended. When the handler returns or dies,
httpd closes the connection. The rest of the request's body is skipped first.

The process serves no other request meanwhile. C<Timeout> is how long C<read>
waits for the client. L<APR::Socket/timeout_set> of the connection's
C<client_socket> changes that. F<t/fixtures/protocol/Upgrade.pm> in mehari's
source is a websocket server.

B<Returns:> true; false, with nothing sent, unless the client has offered that
protocol by HTTP/1.1 (C<Upgrade> and C<Connection: upgrade>). Over HTTP/2 it
is always false.

B<Errors:> it throws for a string that is no name of a protocol, in a
subrequest, after the response itself has begun, and in a worker
(PerlUsePool).

B<Phase:> response handlers.

B<Example:> an echo server, and a look for bytes without waiting.

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

The method notes that the response depends on something that was changed at
that time; by default on the file of the request. The latest time counts.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before C<set_last_modified>.

B<Example:> a page made of a template and of data.

    $r->update_mtime;
    $r->update_mtime((stat '/srv/data/prices.csv')[9]);
    $r->set_last_modified;

=head2 set_last_modified

    $r->set_last_modified;
    $r->set_last_modified($mtime);

The method sets the Last-Modified header to what C<update_mtime> was told. It
passes $mtime to C<update_mtime> first, if you give it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:>

    $r->set_last_modified($r->finfo->mtime);

=head2 set_content_length

    $r->set_content_length($bytes);

The method sets the Content-Length header. httpd sets it itself for a short
page. Set it for a long one, so that the client knows how much is to come.

B<Returns:> nothing.

B<Errors:> it throws if the number is negative.

B<Phase:> before the first output.

B<Example:>

    $r->set_content_length(-s $file);
    $r->sendfile($file);

=head2 set_keepalive

    $bool = $r->set_keepalive;

The method decides whether the connection is kept after this response, and
sets the headers for it. httpd does this itself.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:> a handler that prints the headers itself.

    my $kept = $r->set_keepalive;

=head2 send_cgi_header

    $r->send_cgi_header($text);

The method takes a block of headers, as a CGI program prints it, from the
front of the text, and sends what follows the empty line. If there is no empty
line, the text is all headers.

B<Returns:> nothing.

B<Errors:> it throws if the response has begun, and an L<APR::Error> if the
data cannot be sent.

B<Phase:> response handlers, before the first output.

B<Example:>

    $r->send_cgi_header("Status: 201\nContent-Type: text/plain\n\ndone\n");

=head2 send_error_response

    $r->send_error_response($recursive);

The method sends the error page for the status of the request now. $recursive
says that an ErrorDocument has failed as well. Returning the status is
simpler.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> response handlers, before the first output.

B<Example:>

    $r->status(Apache2::Const::SERVER_ERROR);
    $r->send_error_response(0);
    return Apache2::Const::DONE;

=head2 send_mmap

    $r->send_mmap($mmap, $offset, $length);

The method takes an APR::Mmap object. Nothing in Perl makes one, in mod_perl
neither.

B<Returns:> never.

B<Errors:> it always throws, and says so.

B<Example:> use C<sendfile>, which sends a file without reading it.

    $r->sendfile($file);

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::RequestIO>, L<APR::Date>

=cut
