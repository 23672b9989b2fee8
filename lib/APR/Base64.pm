package APR::Base64;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Base64 - encode and decode Base64

=head1 SYNOPSIS

    use APR::Base64 ();

    my $credentials = APR::Base64::encode("$user:$password");

=head1 DESCRIPTION

These are APR's functions for Base64 (RFC 4648), which HTTP uses in headers
and cookies.

=head1 FUNCTIONS

=head2 encode

    $coded = APR::Base64::encode($bytes);

The function encodes a string of bytes. It takes a string with Perl's UTF-8
flag as Perl stores it, in UTF-8.

B<Returns:> a string of ASCII characters, without line ends.

B<Errors:> none of its own.

B<Example:> the header of Basic authentication.

    my $credentials = APR::Base64::encode('aladdin:open sesame');
    $r->headers_in->set(Authorization => "Basic $credentials");

=head2 decode

    $bytes = APR::Base64::decode($coded);

The function decodes Base64. It stops at the first character that does not
belong to Base64, for example a blank at the end of a header.

B<Returns:> a string of bytes; empty if nothing could be decoded.

B<Errors:> it throws if the string has characters above 255.

B<Example:> the user name in an C<Authorization> header.

    my $field = $r->headers_in->{Authorization} // '';
    if ($field =~ /\ABasic\s+(\S+)/) {
        my ($user) = split /:/, APR::Base64::decode($1), 2;
        $r->notes->set(login => $user // '');
    }

=head2 encode_len

    $length = APR::Base64::encode_len($bytes);

The function returns the length of the output of C<encode> for $bytes bytes.
$bytes is a number, not a string.

B<Returns:> an integer.

B<Errors:> it throws if $bytes is negative.

B<Example:> 300 bytes become 400 characters.

    my $room = APR::Base64::encode_len(300);

=head1 SEE ALSO

L<MIME::Base64>, L<Apache2::Access/get_basic_auth_pw>

=cut
