package Mehari::Form;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

Mehari::Form - parsers of forms and cookies for APR::Request and others

=head1 DESCRIPTION

The parsers of forms and cookies, which are C, for L<APR::Request>,
L<Apache2::Request>, L<Apache2::Upload> and L<Apache2::Cookie>. Programs use
those modules; this one may change.

Strings are bytes. The functions' results come from a client, and are tainted. A
status is 0 or one of the codes of L<APR::Request::Error>.

=head1 FUNCTIONS

=head2 encode, decode

    $text  = Mehari::Form::encode($bytes);
    $bytes = Mehari::Form::decode($text);

The URL-encoded form of bytes, and what is behind one: C<+>, C<%XX>, and
C<%uXXXX> as UTF-8. undef when it is malformed.

=head2 pairs

    ($status, $name, $value, ...) = Mehari::Form::pairs($text);

The decoded pairs of C<NAME=VALUE&NAME=VALUE>, as far as it is well-formed.

=head2 cookies

    ($status, $name, $value, $path, $domain, $port, $version, ...)
        = Mehari::Form::cookies($header);

The cookies of a C<Cookie> header, as far as it is well-formed. An attribute
that a cookie does not have is undef.

=head2 attribute

    $name = Mehari::Form::attribute($header, 'name');

The attribute of a header such as C<form-data; name="x">, or undef.

=head2 charset

    $number = Mehari::Form::charset($bytes);

The character set that the bytes look like: see C<charset> in
L<APR::Request::Param>.

=head2 each_value

    Mehari::Form::each_value(\%hash);

For a hash that will be tied to a list of pairs: its elements are read while
C<values> is at their key, so that a key which is there twice has both values.

=head2 multipart, feed

    $parser = Mehari::Form::multipart($pool, $boundary);
    @events = $parser->feed($bytes);

Parses a multipart body, in blocks of any size. An event is a pair: 1 and a
header, 2 when the headers of a part are over, 3 and some of its data, 4 at its
end, 5 at the end of all, 6 when the body is malformed. $parser is undef when
there can be no such boundary.

=head2 body_state

    $hash = Mehari::Form::body_state($r);

A hash for the request, its subrequests and its internal redirects.

=head2 body_limit

    Mehari::Form::body_limit($r, $bytes, $directory);

Sets the number of bytes of a body, read for the form, that stay in memory for
other readers, and the directory of the file for a larger body.

=head2 body_read

    $got = Mehari::Form::body_read($r, $buffer, $wanted);

The next bytes of the body; 0 at its end. The same bytes can be read by
C<< $r->read >> and by httpd's other modules, before or after. Throws an
L<APR::Error>.

=head2 body_close

    Mehari::Form::body_close($r);

The form wants no more of the body.

=cut
