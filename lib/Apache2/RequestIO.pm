package Apache2::RequestIO;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

# $r->OPEN: STDOUT, which is tied to the request, becomes a file.
sub _open {
    my ($mode, @target) = @_;
    untie *STDOUT;
    my $opened = @target ? open(STDOUT, $mode, @target) : open(STDOUT, $mode);
    return $opened || 0;
}

1;

__END__

=head1 NAME

Apache2::RequestIO - print to the client and read the request's body

=head1 SYNOPSIS

    use Apache2::RequestIO ();

    $r->print('<p>', $text, '</p>');
    $r->rflush;
    $r->sendfile('/var/www/large.bin');

    my $body = '';
    1 while $r->read($body, 65536, length $body);

=head1 DESCRIPTION

These are methods of L<Apache2::RequestRec>. Printed data goes into a buffer
of 8 KiB, and from there through httpd's output filters to the client. httpd
sends the headers with the first data that leaves the buffer. You can set
headers until then.

Before the response phase the methods for writing throw: "can't be called
before the response phase".

The methods send a string as Perl stores it, without a warning: in UTF-8 if it
has Perl's UTF-8 flag, for example decoded text, and otherwise one byte for each
character. STDOUT has the rules of Perl's own C<print>. Encode text yourself.

The methods throw an L<APR::Error> if the client has closed the connection, or
if a filter fails. L<APR::Status/is_ECONNABORTED> is true in the first case.

=head2 Reading the body

You can read a body only once. A loop around C<read> gets all of it:

    my $body = '';
    1 while $r->read($body, 65536, length $body);

Under C<SetHandler perl-script>, STDIN reads the same body. Use
L<Apache2::Request> for forms and uploads. After it other code can still read
the body. C<read> has no limit of its own: the directive C<LimitRequestBody>
limits the size of a body, by default to 1 GiB (0, no limit, before httpd
2.4.54).

A client that sends C<Expect: 100-continue> waits with its body until the
first read. If your handler returns an error before it reads, the client need
not send the body.

=head1 METHODS FOR WRITING

=head2 print

    $bytes = $r->print(@strings);

The method puts the strings into the buffer. If C<$|> is true, the method then
sends the buffer to the client, as C<rflush> does. The variables C<$,> and
C<$\> have no effect.

B<Returns:> the number of bytes. It is C<"0E0"> if there are none, so that the
value is always true.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers and later.

B<Example:>

    $r->content_type('text/plain');
    $r->print('You asked for ', $r->uri, "\n");

Text with characters above 127:

    use Encode ();
    $r->content_type('text/plain; charset=utf-8');
    $r->print(Encode::encode_utf8("10 \x{20AC}\n"));

=head2 printf

    $bytes = $r->printf($format, @values);

The method formats its arguments as Perl's C<sprintf> does, and prints the
result.

B<Returns:> the number of bytes.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers and later.

B<Example:>

    $r->printf("%-20s %8d\n", $r->filename, $r->finfo->size);

=head2 puts

    $bytes = $r->puts(@strings);

The method prints strings as C<print> does, but ignores C<$|>.

B<Returns:> the number of bytes, 0 if there are none.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers and later.

B<Example:>

    $r->puts("line $_\n") for 1 .. 1000;

=head2 write

    $bytes = $r->write($string);
    $bytes = $r->write($string, $length);
    $bytes = $r->write($string, $length, $offset);

The method prints a part of a string: $length bytes from $offset on. Without
$length, or if it is -1, the method prints the rest of the string. $offset is
0 by default, and a negative $offset counts from the end. C<$|> has no effect.

B<Returns:> the number of bytes, as C<print> does.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent. It throws a
string if $offset is outside of the string, or $length is less than -1.

B<Phase:> response handlers and later.

B<Example:> a handler copies a file in pieces.

    open my $in, '<:raw', $file or return Apache2::Const::NOT_FOUND;
    while (my $length = sysread $in, my $data, 65536) {
        $r->write($data, $length);
    }

=head2 rflush

    $r->rflush;

The method sends the buffer to the client at once. The response then has no
Content-Length, unless you have set it, and each call is a write to the
network. Call it only where the client should see progress.

B<Returns:> nothing.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers and later.

B<Example:> the client sees each step as it is done.

    for my $step (1 .. 3) {
        $r->print("step $step\n");
        $r->rflush;
        sleep 1;
    }

=head2 sendfile

    $status = $r->sendfile;
    $status = $r->sendfile($file);
    $status = $r->sendfile($file, $offset);
    $status = $r->sendfile($file, $offset, $length);

The method sends the buffer and then the file with the path $file, by default
the file of the request (C<< $r->filename >>). $offset and $length choose a
part of it, in bytes. A $length of 0 means the rest. httpd
does not read the file into memory, if C<EnableSendfile> and the output
filters allow that. The method sets no headers. Set C<Content-Length> with
L<Apache2::Response/set_content_length>, or the response is chunked.

B<Returns:> an APR status code, C<APR::Const::SUCCESS> if it worked. It is
C<APR::Const::EINVAL> if $offset is after the end of the file.

B<Errors:> in void context it throws an L<APR::Error> instead of returning a
status other than SUCCESS. If the file cannot be opened, the method has sent
nothing, and you can still return an error page.

B<Phase:> response handlers and later.

B<Example:>

    my $file = '/srv/reports/2026.pdf';
    my $size = -s $file // return Apache2::Const::NOT_FOUND;
    $r->content_type('application/pdf');
    $r->set_content_length($size);
    $r->sendfile($file);
    return Apache2::Const::OK;

=head1 METHODS FOR READING

=head2 read

    $bytes = $r->read($buffer, $length);
    $bytes = $r->read($buffer, $length, $offset);

The method reads $length bytes of the body, or the rest of it, into the
variable $buffer. It waits until all of these bytes have come. The data starts
at $offset, and the buffer ends after it. $offset is 0 by default, and a
negative $offset counts from the end of the buffer. Under taint checks the
buffer is tainted.

B<Returns:> the number of bytes that were read; 0 at the end of the body, also
if you call it again.

B<Errors:> it throws an L<APR::Error> if the body cannot be read, for example
because the client has closed the connection, is too slow, or sends more than
C<LimitRequestBody> allows. httpd then closes the connection. The method
throws a string if $length is negative or $offset is before the start of the
buffer.

B<Example:> a handler reads a body of JSON.

    my $body = '';
    1 while $r->read($body, 65536, length $body);
    my $data = eval { JSON::PP::decode_json($body) }
        // return Apache2::Const::HTTP_BAD_REQUEST;

=head2 discard_request_body

    $status = $r->discard_request_body;

The method reads the body and drops it. After a handler that has not read the
body, httpd does this itself.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status that your handler should
return.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Example:>

    my $status = $r->discard_request_body;
    return $status if $status != Apache2::Const::OK;

=head2 setup_client_block

    $status = $r->setup_client_block;
    $status = $r->setup_client_block($policy);

The method prepares the request for C<get_client_block>. $policy says which
bodies you accept: 0 none, 1 (the default) one with a Content-Length, 2 also a
chunked one. C<read> does not need this call.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status that your handler should
return, for example 411 for a chunked body with policy 1.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Phase:> response handlers, before the body is read.

B<Example:>

    my $status = $r->setup_client_block(2);
    return $status if $status != Apache2::Const::OK;

=head2 should_client_block

    $bool = $r->should_client_block;

The method tells whether the request has a body.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Phase:> after C<setup_client_block>.

B<Example:>

    my $status = $r->setup_client_block;
    return $status if $status != Apache2::Const::OK;
    if ($r->should_client_block) {
        $r->get_client_block(my $data, 8192);
    }

=head2 get_client_block

    $bytes = $r->get_client_block($buffer, $size);

The method reads at most $size bytes into the variable $buffer. It does not
wait for all of them. Use C<read> in new code, because it reports why reading
has failed.

B<Returns:> the number of bytes; 0 at the end of the body, -1 after an error.

B<Errors:> it throws if $size is negative.

B<Phase:> after C<setup_client_block> and C<should_client_block>.

B<Example:>

    my $body = '';
    while ((my $bytes = $r->get_client_block(my $data, 8192)) > 0) {
        $body .= $data;
    }

=head1 METHODS OF TIED HANDLES

You can tie STDOUT or STDIN to the request. A module that prints to STDOUT
then works under C<SetHandler modperl>. C<SetHandler perl-script> connects
both handles to the client itself.

    tie *STDOUT, $r;
    print "to the client\n";
    untie *STDOUT;

=head2 TIEHANDLE

    $r = Apache2::RequestRec->TIEHANDLE($r);
    $r = $r->TIEHANDLE;

Perl calls this method for C<tie>. It returns the request.

=head2 PRINT, PRINTF, WRITE, READ

These methods are the same as C<print>, C<printf>, C<write> and C<read>.

=head2 GETC

    $byte = $r->GETC;

The method returns the next byte of the body, or undef at its end.

=head2 OPEN

    $bool = $r->OPEN($mode, @target);

The method unties STDOUT and opens it, as Perl's C<open> does.

=head2 BINMODE, CLOSE, UNTIE

These methods do nothing and return a true value.

=head2 FILENO

    $number = $r->FILENO;

The method returns the file descriptor of C<STDOUT>, whatever it is tied to: -1
if C<STDOUT> goes to the client by a layer, as under C<SetHandler perl-script>.

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::Response>, L<Apache2::Filter>,
L<Apache2::Request>, L<APR::Status>

=cut
