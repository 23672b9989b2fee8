package Apache2::Filter;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::Filter - filters of requests and responses, in Perl

=head1 SYNOPSIS

    package My::Upper;

    use Apache2::Filter ();
    use Apache2::Const -compile => qw(OK);

    sub handler {
        my $f = shift;
        while ($f->read(my $text, 8192)) {
            $f->print(uc $text);
        }
        return Apache2::Const::OK;
    }

    # httpd.conf
    <Location /shout>
        PerlOutputFilterHandler My::Upper
    </Location>

=head1 DESCRIPTION

httpd passes everything that it sends and receives through chains of filters.
A Perl filter is a sub in such a chain. httpd calls an output filter once for
each piece of the response, and an input filter each time that code reads a
piece of the request's body.

=head2 Filters of requests and of connections

A filter of a I<request> sees the body of the response or of the request. You
add it with PerlOutputFilterHandler or PerlInputFilterHandler in the
configuration, or to a single request with C<< $r->add_output_filter >> or
C<< $r->add_input_filter >>. httpd calls filters in the order in which you add
them. PerlSetOutputFilter and PerlSetInputFilter put httpd's own filters into
the same order.

A filter of a I<connection> sees all bytes of all requests and responses:
request lines, headers, chunks. Its sub has the attribute
C<FilterConnectionHandler>. You configure it for a server, or add it with
C<< $c->add_output_filter >> or C<< $c->add_input_filter >>, best in a
PerlPreConnectionHandler. Under HTTPS this filter sees the decrypted data.

Use a filter of a request unless you need the headers or the protocol itself.
Such a filter sees the body alone, can use C<< $f->r >>, and cannot break the
protocol.

=head2 The simple way: streams

The filter calls C<read> and C<print>, as in the synopsis. In each call it
reads until C<read> returns 0. Then C<seen_eos> tells whether this is the last
call. The filter can still print in the last call, because httpd passes the
end of the stream on when the sub returns. Metadata buckets, for example a
flush, pass the filter in their place.

If an output filter stops reading early, the rest of this piece is dropped. An
input filter gets the rest in its next call.

=head2 The other way: brigades

    sub output { my ($f, $bb) = @_; return $f->next->pass_brigade($bb) }

    sub input {
        my ($f, $bb, $mode, $block, $readbytes) = @_;
        return $f->next->get_brigade($bb, $mode, $block, $readbytes);
    }

An output filter gets a brigade (L<APR::Brigade>) and passes one to the next
filter. An input filter gets an empty brigade to fill. To fill it, the filter
asks the next filter, with the arguments of its own call. A filter must not
use both ways in one call.

=head2 Examples of filters

An output filter that replaces a word. A piece can end in the middle of the
word, so the filter keeps the last line until it is complete. In its first
call it removes the Content-Length, because the headers go out with the first
data:

    sub replace {
        my $f   = shift;
        my $ctx = $f->ctx;
        if (!$ctx) {
            $f->r->headers_out->unset('Content-Length');
            $ctx = { rest => '' };
        }
        while ($f->read(my $text)) {
            my @lines = split /(?<=\n)/, $ctx->{rest} . $text;
            $ctx->{rest} = pop @lines // '';
            s/colour/color/g, $f->print($_) for @lines;
        }
        if ($f->seen_eos) {
            $f->print($ctx->{rest} =~ s/colour/color/gr);
        }
        $f->ctx($ctx);
        return Apache2::Const::OK;
    }

An input filter that counts the bytes of an upload:

    sub count {
        my $f    = shift;
        my $size = $f->ctx // 0;
        while (my $length = $f->read(my $data)) {
            $size += $length;
            $f->print($data);
        }
        $f->ctx($size);
        $f->r->notes->set(upload => $size);
        return Apache2::Const::OK;
    }

A filter of a connection that logs the first line of each request:

    package My::Lines;
    use parent qw(Apache2::Filter);
    use Apache2::Const -compile => qw(OK MODE_GETLINE);

    sub handler : FilterConnectionHandler {
        my ($f, $bb, $mode, $block, $readbytes) = @_;
        my $rc = $f->next->get_brigade($bb, $mode, $block, $readbytes);
        return $rc if $rc != APR::Const::SUCCESS;
        if ($mode == Apache2::Const::MODE_GETLINE) {
            $bb->flatten(my $line);
            warn $line if $line =~ m{ HTTP/1\.[01]\r?\n};
        }
        return Apache2::Const::OK;
    }

    # httpd.conf
    PerlModule             My::Lines
    PerlInputFilterHandler My::Lines

=head2 Return values of filters

=over

=item C<Apache2::Const::OK>

The filter has done its work.

=item C<Apache2::Const::DECLINED>

httpd goes on as if the filter were not there: it passes the brigade on, or
asks the next filter. Data that you have printed goes first. DECLINED after
C<read> is an error, because the data that was read would be lost.

=item anything else

An error for the caller, for example the status of a failed C<pass_brigade> or
C<get_brigade>.

=back

=head2 Failures of a filter

When a filter dies, mehari logs the message and does not call the filter
again. For an output filter, the client gets an error page. If a part of the
response was already sent, httpd closes the connection instead, so that the
client sees that the page is incomplete. For an input filter, the read fails:
C<< $r->read >> throws an L<APR::Error> with the number 120001, "filter
handler has failed", and the client gets the status 500.

If C<read> or C<print> throws because the client has closed the connection,
the filter is not at fault. mehari logs this at level info.

If mehari cannot find a filter, the request fails, because no data must go out
unfiltered.

=head2 Attributes

    package My::Filter;
    use parent qw(Apache2::Filter);

    sub setup : FilterInitHandler {
        my $f = shift;
        $f->ctx({ seen => 0 });
        return Apache2::Const::OK;
    }

    sub count : FilterRequestHandler FilterHasInitHandler(\&setup) {
        my $f = shift;
        return Apache2::Const::DECLINED;
    }

The package must inherit from Apache2::Filter to use these attributes. A sub
without an attribute is a filter of requests.

=over

=item FilterRequestHandler

A filter of requests.

=item FilterConnectionHandler

A filter of connections.

=item FilterInitHandler

An init handler: mehari calls this sub with C<$f> when a filter is put into
its chain, before any data. The sub cannot read or print. If it dies or
returns something else than OK, the filter fails. C<add_input_filter> and
C<add_output_filter> throw in this case.

=item FilterHasInitHandler(CODE)

This filter has an init handler. CODE is Perl code that returns a reference to
the handler, or its name. This code runs once, in the package of the sub.

=back

mehari loads the module of a configured filter when the server starts, because
it must know the attributes early. A name with C<-> in front is not loaded.

=head1 METHODS

=head2 read

    $length = $f->read($buffer);
    $length = $f->read($buffer, $wanted);

The method reads at most $wanted bytes (8192 by default) into the variable
$buffer. In an input filter, the first C<read> of a call asks the next filter
for data. The data are bytes, so that a character of UTF-8 can be in two
pieces. Under taint checks the variable is tainted.

B<Returns:> the number of bytes; 0 if this call has no more data.

B<Errors:> it throws an L<APR::Error> if the next filter fails, and a string
if $wanted is negative.

B<Phase:> a call of the filter, not its init handler.

B<Example:>

    my $text = '';
    while ($f->read(my $data, 65536)) {
        $text .= $data;
    }

=head2 print, PRINT

    $sent = $f->print(@strings);

The method writes strings for the next filter. In an output filter they go
into a buffer of 8192 bytes. The buffer is passed on when it is full and at
the end of the call. After C<tie *STDOUT, $f>, Perl's own C<print> does the
same.

B<Returns:> the number of bytes. It is C<"0E0"> if there are none, so that the
value is always true.

B<Errors:> it throws an L<APR::Error> if the next filter fails, for example
because the client has closed the connection.

B<Phase:> a call of the filter, not its init handler.

B<Example:> a filter replaces a word and adds a comment at the end.

    while ($f->read(my $text)) {
        $f->print($text =~ s/\bcolour\b/color/gr);
    }
    $f->print("<!-- filtered -->\n") if $f->seen_eos;

=head2 seen_eos

    $bool = $f->seen_eos;
    $bool = $f->seen_eos($ends);

The method tells whether C<read> has reached the end of the stream. With a
true argument the filter itself ends the stream after this call. Data that
comes later then bypasses the filter.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Phase:> a call of the filter, not its init handler.

B<Example:> a filter adds a line at the end of the page.

    while ($f->read(my $data)) { $f->print($data) }
    $f->print("-- \nexample.com\n") if $f->seen_eos;

=head2 ctx

    $ctx = $f->ctx;
    $ctx = $f->ctx($new);

The method reads or sets a value that the filter keeps between its calls, most
often a reference to a hash. Perl frees it at the end of the request, or of
the connection for a filter of a connection.

B<Returns:> the value, undef at first; with an argument the new value.

B<Errors:> it throws for a filter that is not in Perl.

B<Example:> a filter counts lines.

    my $ctx = $f->ctx // { lines => 0 };
    while ($f->read(my $text)) {
        $ctx->{lines} += $text =~ tr/\n//;
        $f->print($text);
    }
    $f->ctx($ctx);

=head2 remove

    $f->remove;

The method removes a filter from its chain, also one of httpd's own. If the
filter is running, this call continues to its end.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> a filter leaves images alone.

    if (($f->r->content_type // '') =~ m{\Aimage/}) {
        $f->remove;
        return Apache2::Const::DECLINED;
    }

=head2 next

    $next = $f->next;

The method returns the next filter of the chain. For output this is the next
one on the way to the client. For input it is the filter that the data comes
from.

B<Returns:> an C<Apache2::Filter>, or undef at the end of the chain.

B<Errors:> none of its own.

B<Example:>

    return $f->next->pass_brigade($bb);

=head2 r

    $r = $f->r;

The method returns the request of the filter.

B<Returns:> an L<Apache2::RequestRec>, or undef for a filter of a connection.

B<Errors:> none of its own.

B<Example:>

    my $is_html = ($f->r->content_type // '') =~ m{\Atext/html};

=head2 c

    $c = $f->c;

The method returns the connection of the filter.

B<Returns:> an L<Apache2::Connection>.

B<Errors:> none of its own.

B<Example:>

    my $b = APR::Bucket->new($f->c->bucket_alloc, "more\n");

=head2 frec

    $frec = $f->frec;

The method returns httpd's record of the filter, which has the filter's name.

B<Returns:> an L<Apache2::FilterRec>.

B<Errors:> none of its own.

B<Example:> a handler switches compression off for this response.

    for (my $f = $r->output_filters; $f; $f = $f->next) {
        $f->remove if $f->frec->name eq 'deflate';
    }

=head2 get_brigade

    $rc = $next->get_brigade($bb, $mode, $block, $readbytes);

The method asks this filter to put data into the brigade $bb. The filters
behind it do their part. $mode is a constant of the group C<:input_mode> in
L<Apache2::Const>, by default MODE_READBYTES. $block is
C<APR::Const::BLOCK_READ> (the default) or C<APR::Const::NONBLOCK_READ>.
$readbytes is the largest number of bytes, by default 8192.

B<Returns:> an integer, an APR status code: C<APR::Const::SUCCESS> or an
error.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error. It throws a string if $mode or $block is not one of the constants.

B<Example:> the first 64 KiB of the body.

    my $bb = APR::Brigade->new($r->pool, $r->connection->bucket_alloc);
    my $rc = $r->input_filters->get_brigade($bb,
        Apache2::Const::MODE_READBYTES, APR::Const::BLOCK_READ, 65536);
    $bb->flatten(my $data) if $rc == APR::Const::SUCCESS;

=head2 pass_brigade

    $rc = $next->pass_brigade($bb);

The method passes the brigade $bb to this filter. Most filters empty it. If
you use the brigade again, call its C<cleanup> before.

B<Returns:> an integer, an APR status code: C<APR::Const::SUCCESS> or an
error.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error.

B<Example:> a filter removes all flushes.

    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $b->delete if $b->is_flush;
    }
    return $f->next->pass_brigade($bb);

=head2 fflush

    $rc = $next->fflush($bb);

The method adds a flush bucket to the brigade $bb and passes it to this
filter, so that the data reaches the client at once.

B<Returns:> an integer, an APR status code: C<APR::Const::SUCCESS> or an
error.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error.

B<Example:> a protocol handler sends a greeting.

    my $bb = APR::Brigade->new($c->pool, $c->bucket_alloc);
    $bb->insert_tail(APR::Bucket->new($c->bucket_alloc, "220 ready\r\n"));
    $c->output_filters->fflush($bb);

=head2 TIEHANDLE

    tie *STDOUT, $f;

Perl calls this method for C<tie>. It returns the filter.

=head2 MODIFY_CODE_ATTRIBUTES

Perl calls this method for each sub with attributes in a package that inherits
from this one.

=head1 METHODS OF OTHER CLASSES

=head2 add_input_filter, add_output_filter

    $r->add_input_filter($filter);
    $r->add_output_filter($filter);
    $c->add_input_filter($filter);
    $c->add_output_filter($filter);

The methods add a Perl filter, behind the Perl filters that are already there.
With C<$r> it is a filter of the request, with C<$c> of the connection.
$filter is a code reference or the name of a sub.

B<Returns:> nothing.

B<Errors:> they throw if there is no such sub, or if it is a filter of the
other kind. They throw an L<APR::Error> if the init handler fails. In a worker
(PerlUsePool) the methods of C<$c> throw, because a worker has no connection
to the client.

B<Phase:> before the first data: PerlFixupHandler or the response handler for
request filters, PerlPreConnectionHandler for connection filters.

B<Example:> a handler turns its own output into capitals.

    $r->add_output_filter(sub {
        my $f = shift;
        while ($f->read(my $text)) { $f->print(uc $text) }
        return Apache2::Const::OK;
    });
    $r->print("in capitals\n");

=head2 filter_flush

    $rc = $bb->filter_flush($f);

This method of L<APR::Brigade> passes the brigade to a filter and then empties
it. It does the same as C<< $f->pass_brigade($bb) >> and C<< $bb->cleanup >>.

B<Returns:> an integer, an APR status code: C<APR::Const::SUCCESS> or an
error.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error.

B<Example:>

    my $rc = $bb->filter_flush($f->next);
    return $rc if $rc != APR::Const::SUCCESS;

=head1 SEE ALSO

L<Apache2::FilterRec>, L<APR::Brigade>, L<APR::Bucket>; the sections on
filters and connections in F<docs/directives.md>; httpd's page I<Filters>

=cut
