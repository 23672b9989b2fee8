package APR::Base64;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Base64 - Base64, as HTTP uses it

=head1 SYNOPSIS

    use APR::Base64 ();

    my $credentials = APR::Base64::encode("$user:$password");

=head1 DESCRIPTION

The functions of APR for Base64 (RFC 4648). Header fields and cookies are
where you need them.

=head1 FUNCTIONS

=head2 encode

    $coded = APR::Base64::encode($bytes);

The function encodes a string of bytes. Encode text to UTF-8 first.

B<Returns:> a string of ASCII characters, without line ends.

B<Errors:> it throws if the string has characters above 255.

B<Example:>

    my $credentials = APR::Base64::encode('aladdin:open sesame');
    $r->headers_in->set(Authorization => "Basic $credentials");

=head2 decode

    $bytes = APR::Base64::decode($coded);

The function decodes Base64. It stops at the first character that is not one
of Base64's, because header values often end in white space.

B<Returns:> a string of bytes. It is empty if nothing could be decoded.

B<Errors:> it throws if the string has characters above 255.

B<Example:>

    my $field = $r->headers_in->{Authorization} // '';
    if ($field =~ /\ABasic\s+(\S+)/) {
        my ($user, $password) = split /:/, APR::Base64::decode($1), 2;
        $r->user($user);
    }

=head2 encode_len

    $length = APR::Base64::encode_len($bytes);

The function computes how long the output of C<encode> is. $bytes is a number
of bytes, not a string.

B<Returns:> an integer.

B<Errors:> it throws if the number is negative.

B<Example:>

    my $room = APR::Base64::encode_len(300);    # 400

=head1 SEE ALSO

L<MIME::Base64>, L<Apache2::Access/get_basic_auth_pw>

=cut
