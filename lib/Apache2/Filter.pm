package Apache2::Filter;

use 5.036;

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

httpd sends and receives everything through chains of filters. A Perl filter is
a sub in such a chain. It is called again and again: each time when a piece of
the response has been made, or when somebody wants a piece of the request's
body.

=head2 Of what, and where

A filter of a I<request> sees the body of the response, or the body of the
request. PerlOutputFilterHandler and PerlInputFilterHandler add it where the
configuration has them, C<< $r->add_output_filter >> and
C<< $r->add_input_filter >> for one request. It is called in the order in which
it was added, with httpd's own filters that PerlSetOutputFilter and
PerlSetInputFilter name in the same list.

A filter of a I<connection> sees all that goes through: the lines of requests
and responses, headers, chunks, one request after the other. It has the
attribute C<FilterConnectionHandler>, and is configured for a server or added by
C<< $c->add_output_filter >> and C<< $c->add_input_filter >>, best in a
PerlPreConnectionHandler. With TLS it sees what is encrypted or what is not,
depending on which of the two was added first.

=head2 The simple way: streams

C<read> and C<print> as in the synopsis. Read until there is no more: that is
all there is in this call. C<seen_eos> says after it whether it was the last
one. The end of the stream is passed on when the sub returns, so that the last
call can still print. What has no data (a wish to flush, the end of a request on
a connection) passes by in its place.

An output filter that changes the length of a response says so in its first
call, as the header goes out with the first data that is passed on:

    $f->r->headers_out->unset('Content-Length');

A sub that stops reading before the end of an output drops the rest of this
piece. Of an input the rest is there in the next call.

=head2 The other way: brigades

    my ($f, $bb) = @_;                              # output
    my ($f, $bb, $mode, $block, $readbytes) = @_;   # input

An output filter is given a brigade (L<APR::Brigade>) and passes one on with C<<
$f->next->pass_brigade >>. An input filter is given an empty brigade to fill: it
gets data by C<< $f->next->get_brigade >> with the arguments that it was called
with. A filter must not use both ways in one call.

=head2 What a filter returns

=over

=item C<Apache2::Const::OK>

It has done its work.

=item C<Apache2::Const::DECLINED>

Go on as if it were not there: httpd passes the brigade on, or asks the next
filter. What has been printed goes first. An error after C<read>, as what has
been read is gone.

=item anything else

An error, for who has called: the status of a C<pass_brigade> or
C<get_brigade> that failed.

=back

=head2 Errors

When a filter dies, the message is logged and the filter is not called again. An
output filter ends the response: with an error page when nothing has been sent
yet, by closing the connection when something has, so that the client sees that
it is not whole. An input filter fails the read: C<< $r->read >> throws an error
of 120001, "filter handler has failed", and the client gets a status of 500.

An error that C<read> or C<print> has thrown because the client has gone is no
mistake of the filter. It is logged at level info, and httpd gets to know of it.

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
        ...
    }

Attributes need the package to inherit from Apache2::Filter. A sub without one
is a filter of requests.

=over

=item FilterRequestHandler

A filter of requests.

=item FilterConnectionHandler

A filter of connections.

=item FilterInitHandler

A sub that is called with C<$f> when a filter is put into its chain, before any
data. It cannot read or print. If it returns something else than OK, or dies,
the filter fails; C<add_input_filter> and its like throw then.

=item FilterHasInitHandler(CODE)

This filter has that init handler. CODE is Perl that gives a reference to it
(or its name), and is evaluated in the package of the sub, once.

=back

A name in the configuration must be loaded early for its attributes to be known:
the module of a filter is always loaded at start, unless its name begins with
C<->.

=head1 METHODS

=head2 read

    $length = $f->read($buffer);
    $length = $f->read($buffer, $wanted);

Reads at most that many bytes (8192) into the variable, and returns how many;
0 when there are no more in this call. An input filter asks the next one at the
first C<read> of a call. Throws an L<APR::Error> when that fails. The data is
tainted.

=head2 print, PRINT

    $sent = $f->print(@strings);

Writes the strings, and returns how many bytes that is (true, even when it is
none: C<0E0>). Output is collected in a buffer of 8192 bytes, and passed on when
that is full and at the end of the call. Throws an L<APR::Error> when the next
filter fails.

C<tie *STDOUT, $f> has Perl's own C<print> do this.

=head2 seen_eos

    $ended = $f->seen_eos;
    $f->seen_eos(1);

Has C<read> met the end of the stream? Setting it ends the stream with this
call: later data passes by the filter.

=head2 ctx

    $ctx = $f->ctx;
    $f->ctx($ctx);

What the filter keeps from one call to the next: any scalar, most often a
reference to a hash. undef at first. It ends with the request or the connection,
while that is still there.

=head2 remove

    $f->remove;

Takes the filter out of its chain; works for httpd's own filters too. In the
middle of a call of that filter, the call goes on to its end.

=head2 next

    $next_f = $f->next;

The next filter of the chain, or undef.

=head2 r

    $r = $f->r;

The L<Apache2::RequestRec> of the filter; undef for a filter of a connection.

=head2 c

    $c = $f->c;

The L<Apache2::Connection>.

=head2 frec

    $frec = $f->frec;

The L<Apache2::FilterRec>, which has the name.

=head2 get_brigade

    $rc = $next_f->get_brigade($bb, $mode, $block, $readbytes);

Has that filter (and those after it) put data into the brigade. The mode is one
of the constants C<:input_mode> of L<Apache2::Const>, by default
C<MODE_READBYTES>; the next argument C<APR::Const::BLOCK_READ> (the default) or
C<APR::Const::NONBLOCK_READ>; then how many bytes at most (8192). Returns
C<APR::Const::SUCCESS> or an error, and throws it when nobody looks at the
value.

=head2 pass_brigade

    $rc = $next_f->pass_brigade($bb);

Gives that filter the brigade, which is empty afterwards or is to be emptied.
Returns and throws as C<get_brigade> does.

=head2 fflush

    $rc = $next_f->fflush($bb);

C<pass_brigade>, with a flush bucket at the end. Returns and throws as
C<get_brigade> does.

=head2 TIEHANDLE

    tie *STDOUT, $f;

=head2 MODIFY_CODE_ATTRIBUTES

What Perl calls for the attributes of subs in packages that inherit from this
one.

=head1 METHODS OF OTHER CLASSES

=head2 add_input_filter, add_output_filter

    $r->add_input_filter(\&filter);
    $r->add_output_filter('My::Filter');
    $c->add_input_filter(\&filter);
    $c->add_output_filter(\&filter);

Adds a Perl filter at the end of its kind: to a request the first two, to a
connection the others. The sub is a reference or a name. Throws when there is no
such sub, when it is a filter of the other kind, and the status of an init
handler that fails.

In a worker of a pool there is no connection to the client: filters can be added
to requests, and C<< $c->add_input_filter >> and C<< $c->add_output_filter >>
throw.

=head2 filter_flush

    $rc = $bb->filter_flush($f);

Passes the brigade to that filter and empties it: the same as
C<< $f->pass_brigade($bb) >> and C<< $bb->cleanup >>. Returns and throws as
C<get_brigade> does.

=head1 SEE ALSO

L<Apache2::FilterRec>, L<APR::Brigade>, L<APR::Bucket>; the sections on filters
and connections in F<docs/directives.md>.

=cut
