package APR::Util;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Util - passwords and file names

=head1 SYNOPSIS

    use APR::Util ();

    my $ok = APR::Util::password_validate($password, $hash);

=head1 FUNCTIONS

=head2 filepath_name_get

    $name = APR::Util::filepath_name_get($path);

The part of the path (a string) that follows its last slash.

=head2 password_get

    $status = APR::Util::password_get($prompt, $buffer, $size);

Shows the prompt on the terminal and reads a password of less than $size bytes
from it into $buffer. Returns an APR status code, C<APR::Const::SUCCESS> when it
worked. There is no terminal while httpd serves requests.

=head2 password_validate

    $bool = APR::Util::password_validate($password, $hash);

True if the password gives the hash, in any form that F<htpasswd> writes: MD5,
bcrypt, SHA-1 and what crypt(3) knows.

=cut
