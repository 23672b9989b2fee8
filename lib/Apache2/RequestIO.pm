package Apache2::RequestIO;

use 5.036;

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

Methods of L<Apache2::RequestRec>. What is written goes into a buffer of 8 KiB
and from there through httpd's output filters; it can be written from the
response phase on, and before it these methods throw.

Characters above 255 are sent as UTF-8, with Perl's warning "Wide character";
all others as one byte each.

When the client has gone, or a filter fails, the methods throw an
L<APR::Error>.

=head1 WRITING

=head2 print

    $bytes = $r->print(@strings);

Sends the strings, and if C<$|> is set, all that is buffered. Returns the number
of bytes, as C<"0E0"> when there were none: it is always true. C<$,> and C<$\>
are not used.

=head2 printf

    $bytes = $r->printf($format, @values);

The same for what C<sprintf> makes of its arguments.

=head2 puts

    $bytes = $r->puts(@strings);

The same as C<print>, but C<$|> does not matter.

=head2 write

    $bytes = $r->write($string);
    $bytes = $r->write($string, $length);
    $bytes = $r->write($string, $length, $offset);

Sends the part of the string that begins at $offset (0 if left out; a negative
one counts from the end) and is at most $length bytes long (all that is left, if
it is -1 or left out). C<$|> does not matter. Returns as C<print> does. Throws
if the offset is outside of the string, or the length is below -1.

=head2 rflush

    $r->rflush;

Sends what is buffered, all the way to the client. Returns nothing.

=head2 sendfile

    $status = $r->sendfile($file);
    $status = $r->sendfile($file, $offset);
    $status = $r->sendfile($file, $offset, $length);

Sends what is buffered and then the file (its name), or $length bytes of it from
$offset on; a length of 0 means the rest. Returns an APR status code,
C<APR::Const::SUCCESS> when it worked; in void context it throws an
L<APR::Error> if it did not. An offset behind the file's end is
C<APR::Const::EINVAL>.

=head1 READING

=head2 read

    $bytes = $r->read($buffer, $length);
    $bytes = $r->read($buffer, $length, $offset);

Reads $length bytes of the request's body, or what is left of it, into the
buffer, at $offset (0 if left out; a negative one counts from the end). The
buffer ends after what was read. Returns the number of bytes: 0 at the end of
the body, and ever after. Under taint checks the buffer is tainted.

Throws an L<APR::Error> when the body cannot be read: the client has gone, is
too slow, or sends more than LimitRequestBody allows. The connection is not kept
then. Throws if the length is negative or the offset is before the buffer.

=head2 GETC

    $byte = $r->GETC;

The next byte of the body, or undef at its end.

=head2 discard_request_body

    $status = $r->discard_request_body;

Reads the body and forgets it. Returns C<Apache2::Const::OK> or an HTTP status.

=head2 setup_client_block

    $status = $r->setup_client_block;
    $status = $r->setup_client_block($policy);

Prepares for C<get_client_block>. The policy is httpd's: 0 allows no body, 1
(the default) none that is chunked, 2 any. Returns C<Apache2::Const::OK> or an
HTTP status. C<read> does not need it.

=head2 should_client_block

    $bool = $r->should_client_block;

1 if there is a body to read, 0 if not. Tells a client that waits for it to send
the body.

=head2 get_client_block

    $bytes = $r->get_client_block($buffer, $size);

Reads at most $size bytes into the buffer. Returns their number, 0 at the end
and -1 for an error. Kept for old programs; C<read> is simpler and says what
went wrong.

=head1 TIED HANDLES

A handle can be tied to the request:

    tie *STDOUT, $r;

=head2 TIEHANDLE

    $r = Apache2::RequestRec->TIEHANDLE($r);
    $r = $r->TIEHANDLE;

The object that the handle is tied to: the request.

=head2 PRINT, PRINTF, WRITE, READ

Other names of C<print>, C<printf>, C<write> and C<read>.

=head2 OPEN

    $bool = $r->OPEN($mode, @target);

Unties STDOUT and opens it, as C<open> does.

=head2 BINMODE, CLOSE, UNTIE

Do nothing and return a true value.

=head2 FILENO

    $number = $r->FILENO;

-1: there is no file descriptor for the client.

=cut
