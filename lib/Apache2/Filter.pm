package Apache2::Filter;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::Filter - change what is sent and received, in Perl

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

httpd sends and receives everything through chains of filters. A Perl filter
is a sub in such a chain. httpd calls it again and again: each time a piece of
the response has been made, or somebody wants a piece of the request's body.

=head2 Filters of requests and of connections

A filter of a I<request> sees a body: of the response, or of the request.
PerlOutputFilterHandler and PerlInputFilterHandler add it where the
configuration has them. C<< $r->add_output_filter >> and C<<
$r->add_input_filter >> add it to one request. httpd calls filters in the
order in which they were added, with its own filters that PerlSetOutputFilter
and PerlSetInputFilter name in the same list.

A filter of a I<connection> sees all that goes through: the lines of requests
and responses, headers, chunks, one request after the other. It has the
attribute C<FilterConnectionHandler>. You configure it for a server, or add it
with C<< $c->add_output_filter >> and C<< $c->add_input_filter >>, best in a
PerlPreConnectionHandler. Under TLS it sees encrypted or plain data: the
filter that was added first decides.

Use a filter of a request unless you need the headers or the protocol itself.
It is called for the body only, has C<< $f->r >>, and cannot break the
protocol.

=head2 The simple way: streams

The filter calls C<read> and C<print>, as in the synopsis. It reads until
there is no more: that is all there is in this call. C<seen_eos> says after it
whether this was the last call. httpd passes the end of the stream on when the
sub returns, so the last call can still print. Marks without data, such as a
flush, pass by in their place.

An output filter that stops reading drops the rest of this piece. An input
filter gets the rest in the next call.

=head2 The other way: brigades

    sub output { my ($f, $bb) = @_; return $f->next->pass_brigade($bb) }

    sub input {
        my ($f, $bb, $mode, $block, $readbytes) = @_;
        return $f->next->get_brigade($bb, $mode, $block, $readbytes);
    }

An output filter gets a brigade (L<APR::Brigade>) and passes one on. An input
filter gets an empty brigade to fill: it takes data from the next filter with
the arguments that it was called with. A filter must not use both ways in one
call.

=head2 Examples of filters

A word that may be cut in two between two calls. The filter keeps the last
line until it is whole, and corrects the length of the page in its first call,
because the headers go out with the first data:

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

An input filter that counts what a client uploads:

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

=head2 What a filter returns

=over

=item C<Apache2::Const::OK>

The filter has done its work.

=item C<Apache2::Const::DECLINED>

httpd goes on as if the filter were not there: it passes the brigade on, or asks
the next filter. Printed data goes first. After C<read> this is an error,
because that data is gone.

=item anything else

An error for the caller: for example the status of a C<pass_brigade> or
C<get_brigade> that failed.

=back

=head2 When a filter fails

When a filter dies, httpd logs the message and does not call the filter again.
An output filter ends the response: with an error page if nothing has been
sent yet, or by closing the connection, so that the client sees that the page
is not whole. An input filter fails the read: C<< $r->read >> throws an error
of 120001, "filter handler has failed", and the client gets a status of 500.

An error that C<read> or C<print> has thrown because the client has gone is no
mistake of the filter. It is logged at level info.

A filter that cannot be found fails its request: unfiltered data does not go
out.

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

Attributes need the package to inherit from Apache2::Filter. A sub without one
is a filter of requests.

=over

=item FilterRequestHandler

A filter of requests.

=item FilterConnectionHandler

A filter of connections.

=item FilterInitHandler

A sub that is called with C<$f> when a filter is put into its chain, before
any data. It cannot read or print. If it returns something else than OK, or
dies, the filter fails; C<add_input_filter> and its like throw then.

=item FilterHasInitHandler(CODE)

This filter has that init handler. CODE is Perl that gives a reference to it
(or its name). It is evaluated in the package of the sub, once.

=back

mehari loads the module of a filter when the server starts, unless its name
begins with C<->, because it must know the attributes early.

=head1 METHODS

=head2 read

    $length = $f->read($buffer);
    $length = $f->read($buffer, $wanted);

The method reads at most $wanted bytes (8192 by default) into the variable
$buffer. The first C<read> of an input filter's call asks the next filter. The
data is tainted.

B<Returns:> the number of bytes; 0 if there are no more in this call.

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

The method writes strings for the next filter. It collects them in a buffer of
8192 bytes, and passes that on when it is full and at the end of the call.
C<tie *STDOUT, $f> makes Perl's own C<print> do this.

B<Returns:> the number of bytes; C<"0E0"> for none, so that the value is
always true.

B<Errors:> it throws an L<APR::Error> if the next filter fails, for example
because the client has gone.

B<Phase:> a call of the filter, not its init handler.

B<Example:>

    while ($f->read(my $text)) {
        $f->print($text =~ s/\bcolour\b/color/gr);
    }
    $f->print("<!-- filtered -->\n") if $f->seen_eos;

=head2 seen_eos

    $bool = $f->seen_eos;
    $bool = $f->seen_eos($ends);

The method says whether C<read> has met the end of the stream. With a true
argument the filter ends the stream with this call: later data passes by the
filter.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Phase:> a call of the filter, not its init handler.

B<Example:> the page is signed at its end.

    while ($f->read(my $data)) { $f->print($data) }
    $f->print("-- \nexample.com\n") if $f->seen_eos;

=head2 ctx

    $ctx = $f->ctx;
    $ctx = $f->ctx($new);

The method keeps a value from one call of the filter to the next, most often a
reference to a hash. The value ends with the request or the connection.

B<Returns:> the value, which is undef at first; with an argument that
argument.

B<Errors:> it throws for a filter that is not Perl's.

B<Example:>

    my $ctx = $f->ctx // { lines => 0 };
    while ($f->read(my $text)) {
        $ctx->{lines} += $text =~ tr/\n//;
        $f->print($text);
    }
    $f->ctx($ctx);

=head2 remove

    $f->remove;

The method takes a filter out of its chain, httpd's own filters too. A call of
the filter that runs goes on to its end.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> the filter has no work for images.

    if ($f->r->content_type =~ m{\Aimage/}) {
        $f->remove;
        return Apache2::Const::DECLINED;
    }

=head2 next

    $next = $f->next;

The method gives the next filter of the chain: towards the client for output,
away from the handler for input.

B<Returns:> an C<Apache2::Filter>, or undef at the end of the chain.

B<Errors:> none of its own.

B<Example:>

    return $f->next->pass_brigade($bb);

=head2 r

    $r = $f->r;

The method gives the request of the filter.

B<Returns:> an L<Apache2::RequestRec>; undef for a filter of a connection.

B<Errors:> none of its own.

B<Example:>

    my $is_html = ($f->r->content_type // '') =~ m{\Atext/html};

=head2 c

    $c = $f->c;

The method gives the connection of the filter.

B<Returns:> an L<Apache2::Connection>.

B<Errors:> none of its own.

B<Example:>

    my $b = APR::Bucket->new($f->c->bucket_alloc, "more\n");

=head2 frec

    $frec = $f->frec;

The method gives the record of the filter, which has its name.

B<Returns:> an L<Apache2::FilterRec>.

B<Errors:> none of its own.

B<Example:>

    for (my $f = $r->output_filters; $f; $f = $f->next) {
        $f->remove if $f->frec->name eq 'deflate';
    }

=head2 get_brigade

    $rc = $next->get_brigade($bb, $mode, $block, $readbytes);

The method makes that filter, and those after it, put data into a brigade.
$mode is a constant C<:input_mode> of L<Apache2::Const> (MODE_READBYTES by
default), $block is C<APR::Const::BLOCK_READ> (the default) or
C<APR::Const::NONBLOCK_READ>, $readbytes says how many bytes at most (8192).

B<Returns:> C<APR::Const::SUCCESS> or an error, an integer.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error. It throws a string for a mode or a $block that is none.

B<Example:>

    my $bb = APR::Brigade->new($r->pool, $r->connection->bucket_alloc);
    my $rc = $r->input_filters->get_brigade($bb,
        Apache2::Const::MODE_READBYTES, APR::Const::BLOCK_READ, 65536);
    $bb->flatten(my $data) if $rc == APR::Const::SUCCESS;

=head2 pass_brigade

    $rc = $next->pass_brigade($bb);

The method gives that filter a brigade. It is empty afterwards, or you empty
it.

B<Returns:> C<APR::Const::SUCCESS> or an error, an integer.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error.

B<Example:>

    for (my $b = $bb->first; $b; $b = $bb->next($b)) {
        $b->delete if $b->is_flush;
    }
    return $f->next->pass_brigade($bb);

=head2 fflush

    $rc = $next->fflush($bb);

The method is C<pass_brigade> with a flush bucket at the end.

B<Returns:> C<APR::Const::SUCCESS> or an error, an integer.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error.

B<Example:>

    my $bb = APR::Brigade->new($c->pool, $c->bucket_alloc);
    $bb->insert_tail(APR::Bucket->new($c->bucket_alloc, "220 ready\r\n"));
    $c->output_filters->fflush($bb);

=head2 TIEHANDLE

    tie *STDOUT, $f;

Perl calls it for C<tie>.

=head2 MODIFY_CODE_ATTRIBUTES

Perl calls it for the attributes of subs in packages that inherit from this
one.

=head1 METHODS OF OTHER CLASSES

=head2 add_input_filter, add_output_filter

    $r->add_input_filter($filter);
    $r->add_output_filter($filter);
    $c->add_input_filter($filter);
    $c->add_output_filter($filter);

The methods add a Perl filter at the end of its kind: to a request the first
two, to a connection the others. $filter is a reference to a sub or its name.

B<Returns:> nothing.

B<Errors:> they throw if there is no such sub, if it is a filter of the other
kind, and the status of an init handler that fails. In a worker (PerlUsePool)
there is no connection to the client: those of C<$c> throw.

B<Phase:> before the first data. Add request filters in PerlFixupHandler or in
the response handler, connection filters in PerlPreConnectionHandler.

B<Example:>

    $r->add_output_filter(sub {
        my $f = shift;
        while ($f->read(my $text)) { $f->print(uc $text) }
        return Apache2::Const::OK;
    });
    $r->print("in capitals\n");

=head2 filter_flush

    $rc = $bb->filter_flush($f);

The method of L<APR::Brigade> passes the brigade to a filter and empties it:
the same as C<< $f->pass_brigade($bb) >> and C<< $bb->cleanup >>.

B<Returns:> C<APR::Const::SUCCESS> or an error, an integer.

B<Errors:> in void context it throws an L<APR::Error> instead of returning an
error.

B<Example:>

    my $rc = $bb->filter_flush($f->next);
    return $rc if $rc != APR::Const::SUCCESS;

=head1 SEE ALSO

L<Apache2::FilterRec>, L<APR::Brigade>, L<APR::Bucket>; the sections on
filters and connections in F<docs/directives.md>

=cut
