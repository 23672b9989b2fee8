package Apache2::RequestIO;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

# $r->OPEN: STDOUT is tied to the request and is to be a file from now on.
sub _open {
    my ($mode, @target) = @_;
    untie *STDOUT;
    return @target ? open STDOUT, $mode, @target : open STDOUT, $mode;
}

1;

__END__

=head1 NAME

Apache2::RequestIO - writing to the client and reading from it

=head1 SYNOPSIS

    use Apache2::RequestIO ();

    $r->print('<p>', $text, '</p>');
    $r->rflush;
    $r->sendfile('/var/www/large.bin');

    my $body = '';
    1 while $r->read($body, 65536, length $body);

=head1 DESCRIPTION

These are methods of L<Apache2::RequestRec>. Output goes into a buffer of 8
KiB, and from there through httpd's output filters. The headers are sent with
the first data that leaves the buffer. You can set headers until then.

You cannot write before the response phase: the methods throw, "can't be
called before the response phase".

Characters above 255 are sent as UTF-8, with Perl's warning "Wide character".
All others are sent as one byte each: encode text yourself.

The methods throw an L<APR::Error> if the client has gone or a filter fails.
L<APR::Status/is_ECONNABORTED> tells the two apart.

=head2 Reading the body

A body can be read once. C<read> in a loop gets all of it:

    my $body = '';
    1 while $r->read($body, 65536, length $body);

It is the same body that STDIN gives under perl-script. L<Apache2::Request>
parses forms and uploads, and leaves the body readable for others. C<$r> does
not limit the body: use LimitRequestBody in the configuration.

=head1 METHODS FOR WRITING

=head2 print

    $bytes = $r->print(@strings);

The method sends strings. If C<$|> is set, it sends all that is buffered.
C<$,> and C<$\> do nothing here.

B<Returns:> the number of bytes; C<"0E0"> for none, so that the value is
always true.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers and later.

B<Example:>

    $r->content_type('text/plain');
    $r->print('You asked for ', $r->uri, "\n");

=head2 printf

    $bytes = $r->printf($format, @values);

The method sends what C<sprintf> makes of its arguments.

B<Returns:> the number of bytes, as C<print> does.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers and later.

B<Example:>

    $r->printf("%-20s %8d\n", $r->filename, $r->finfo->size);

=head2 puts

    $bytes = $r->puts(@strings);

The method sends strings as C<print> does, but ignores C<$|>.

B<Returns:> the number of bytes, as C<print> does.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers and later.

B<Example:>

    $r->puts("line $_\n") for 1 .. 1000;

=head2 write

    $bytes = $r->write($string);
    $bytes = $r->write($string, $length);
    $bytes = $r->write($string, $length, $offset);

The method sends a part of a string: from $offset on (0 if you leave it out; a
negative one counts from the end), at most $length bytes (-1 or nothing for
all that is left). C<$|> does nothing here.

B<Returns:> the number of bytes, as C<print> does.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent, and a string
if the offset is outside of the string or the length is below -1.

B<Phase:> response handlers and later.

B<Example:>

    open my $in, '<:raw', $file or return Apache2::Const::NOT_FOUND;
    while (my $length = sysread $in, my $data, 65536) {
        $r->write($data, $length);
    }

=head2 rflush

    $r->rflush;

The method sends all that is buffered to the client, at once. The response
then has no Content-Length of its own, so do not call it after each line.

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

    $status = $r->sendfile($file);
    $status = $r->sendfile($file, $offset);
    $status = $r->sendfile($file, $offset, $length);

The method sends the buffer, and then the file (a path) or a part of it. A
length of 0 means the rest. httpd sends the file without reading it into
memory, where EnableSendfile and the filters allow it. The method sets neither
the type nor the length of the response.

B<Returns:> an APR status code, C<APR::Const::SUCCESS> if it worked. It is
C<APR::Const::EINVAL> for an offset behind the end of the file.

B<Errors:> in void context it throws an L<APR::Error> instead of returning a
status that is not SUCCESS. Nothing has been sent of a file that cannot be
opened.

B<Phase:> response handlers and later.

B<Example:>

    $r->content_type('application/pdf');
    my $rc = $r->sendfile('/srv/reports/2026.pdf');
    return Apache2::Const::NOT_FOUND if APR::Status::is_ENOENT($rc);
    return Apache2::Const::OK;

=head1 METHODS FOR READING

=head2 read

    $bytes = $r->read($buffer, $length);
    $bytes = $r->read($buffer, $length, $offset);

The method reads $length bytes of the body, or what is left of it, into the
variable $buffer, at $offset (0 if you leave it out; a negative one counts
from the end). It waits until all of them have come. The buffer ends after
what was read. Under taint checks the buffer is tainted.

B<Returns:> the number of bytes; 0 at the end of the body, and ever after.

B<Errors:> it throws an L<APR::Error> if the body cannot be read: the client
has gone or is too slow, or sends more than LimitRequestBody allows. httpd
closes the connection then. It throws a string if the length is negative or
the offset is before the buffer.

B<Example:> a body of JSON.

    my $body = '';
    1 while $r->read($body, 65536, length $body);
    my $data = eval { JSON::PP::decode_json($body) }
        // return Apache2::Const::HTTP_BAD_REQUEST;

=head2 discard_request_body

    $status = $r->discard_request_body;

The method reads the body and forgets it. httpd does so itself after a handler
that did not read it.

B<Returns:> C<Apache2::Const::OK>, or an HTTP status to return.

B<Errors:> none of its own. A failure is the returned status.

B<Example:>

    my $status = $r->discard_request_body;
    return $status if $status != Apache2::Const::OK;

=head2 setup_client_block

    $status = $r->setup_client_block;
    $status = $r->setup_client_block($policy);

The method prepares for C<get_client_block>. The policy is httpd's: 0 allows
no body, 1 (the default) none that is chunked, 2 any. C<read> does not need
it.

B<Returns:> C<Apache2::Const::OK>, or an HTTP status to return.

B<Errors:> none of its own. A failure is the returned status.

B<Phase:> response handlers, before the body is read.

B<Example:>

    my $status = $r->setup_client_block(2);
    return $status if $status != Apache2::Const::OK;

=head2 should_client_block

    $bool = $r->should_client_block;

The method says whether there is a body to read. It tells a client that waits
for "100 Continue" to send the body.

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

The method reads at most $size bytes into the variable $buffer, without
waiting for all of them. It is there for old programs: C<read> is simpler, and
says what went wrong.

B<Returns:> the number of bytes; 0 at the end of the body, -1 for an error.

B<Errors:> it throws if $size is negative.

B<Phase:> after C<setup_client_block> and C<should_client_block>.

B<Example:>

    my $body = '';
    while ((my $bytes = $r->get_client_block(my $data, 8192)) > 0) {
        $body .= $data;
    }

=head1 METHODS OF TIED HANDLES

You can tie a handle to the request, for a module that prints to STDOUT under
C<SetHandler modperl>. Under perl-script STDOUT and STDIN are the client
already.

    tie *STDOUT, $r;
    print "to the client\n";
    untie *STDOUT;

=head2 TIEHANDLE

    $r = Apache2::RequestRec->TIEHANDLE($r);
    $r = $r->TIEHANDLE;

Perl calls it for C<tie>. The object that the handle is tied to is the
request.

=head2 PRINT, PRINTF, WRITE, READ

Other names of C<print>, C<printf>, C<write> and C<read>.

=head2 GETC

    $byte = $r->GETC;

The next byte of the body, or undef at its end.

=head2 OPEN

    $bool = $r->OPEN($mode, @target);

Unties STDOUT and opens it, as C<open> does.

=head2 BINMODE, CLOSE, UNTIE

Do nothing and return a true value.

=head2 FILENO

    $number = $r->FILENO;

-1, because the client has no file descriptor.

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::Response>, L<Apache2::Filter>,
L<Apache2::Request>, L<APR::Status>

=cut
