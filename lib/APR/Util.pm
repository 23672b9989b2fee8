package APR::Util;

use v5.36;

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

The function takes the last part of a path.

B<Returns:> a string: what follows the last slash, or the whole path without
one.

B<Errors:> none of its own.

B<Example:>

    my $name = APR::Util::filepath_name_get($r->filename);    # index.html

=head2 password_get

    $status = APR::Util::password_get($prompt, $buffer, $size);

The function shows a prompt on the terminal and reads a password of fewer than
$size bytes into the variable $buffer. The terminal does not show what is
typed.

B<Returns:> an APR status code, C<APR::Const::SUCCESS> if it worked.

B<Errors:> it throws if $size is below 1. All other errors are the returned
status.

B<Phase:> outside the server, or while it starts: httpd has no terminal when
it answers requests.

B<Example:>

    my $rc = APR::Util::password_get('Password of the key: ', my $typed, 128);
    die APR::Error::strerror($rc) if $rc != APR::Const::SUCCESS;

=head2 password_validate

    $bool = APR::Util::password_validate($password, $hash);

The function compares a password with a hash. It knows all formats that
F<htpasswd> writes: MD5, bcrypt, SHA-1, and those of crypt(3).

B<Returns:> 1 if the password has that hash, 0 if not.

B<Errors:> none of its own. A hash of an unknown format is no match.

B<Example:>

    my ($status, $password) = $r->get_basic_auth_pw;
    return $status if $status != Apache2::Const::OK;
    my $hash = $r->dir_config('Hash');    # PerlSetVar Hash "$apr1$..."
    if (!APR::Util::password_validate($password, $hash)) {
        $r->note_basic_auth_failure;
        return Apache2::Const::HTTP_UNAUTHORIZED;
    }

=head1 SEE ALSO

L<Apache2::Access>, L<APR::Base64>

=cut
