package APR::Base64;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Base64 - Base64, as HTTP uses it

=head1 SYNOPSIS

    use APR::Base64 ();

    my $credentials = APR::Base64::encode("$user:$password");

=head1 FUNCTIONS

=head2 encode

    $coded = APR::Base64::encode($bytes);

The Base64 form of a string of bytes, without line ends. Throws if the string
has characters above 255.

=head2 decode

    $bytes = APR::Base64::decode($coded);

The bytes that a Base64 string stands for. What follows the first character
that is none of Base64's is not looked at.

=head2 encode_len

    $length = APR::Base64::encode_len($bytes);

How many characters C<encode> makes of so many bytes (an integer). Throws if
that is negative.

=cut
