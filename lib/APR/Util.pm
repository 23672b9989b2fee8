package APR::Util;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Util - check passwords against htpasswd hashes, and take file names apart

=head1 SYNOPSIS

    use APR::Util ();

    my $ok = APR::Util::password_validate($password, $hash);

=head1 FUNCTIONS

=head2 filepath_name_get

    $name = APR::Util::filepath_name_get($path);

The function returns the last part of a path.

B<Returns:> a string: the text after the last slash, or the whole path if it
has no slash.

B<Errors:> none of its own.

B<Example:>

    my $name = APR::Util::filepath_name_get($r->filename);    # index.html

=head2 password_get

    $status = APR::Util::password_get($prompt, $buffer, $size);

The function prints $prompt on the terminal and reads a password into the
variable $buffer. The password has fewer than $size bytes. The terminal does
not show it.

B<Returns:> an APR status code, C<APR::Const::SUCCESS> if it worked.

B<Errors:> it throws if $size is less than 1. The returned status tells of
other errors.

B<Phase:> in a program of its own, or when the server starts. httpd has no
terminal later.

B<Example:>

    my $rc = APR::Util::password_get('Password of the key: ', my $typed, 128);
    die APR::Error::strerror($rc) if $rc != APR::Const::SUCCESS;

=head2 password_validate

    $bool = APR::Util::password_validate($password, $hash);

The function compares a password with a hash. The function supports all
formats of F<htpasswd>: MD5 (C<$apr1$>), bcrypt, SHA-1, and those of crypt(3).
A bcrypt hash with a high cost can take a second of CPU time for each call.

B<Returns:> 1 if the password is right, or 0.

B<Errors:> none of its own. A hash of an unknown format matches no password.

B<Example:> a PerlAuthenHandler with C<PerlSetVar Hash "$apr1$...">.

    my ($status, $password) = $r->get_basic_auth_pw;
    return $status if $status != Apache2::Const::OK;
    my $hash = $r->dir_config('Hash') // '';
    return Apache2::Const::OK
        if APR::Util::password_validate($password, $hash);
    $r->note_basic_auth_failure;
    return Apache2::Const::HTTP_UNAUTHORIZED;

=head1 SEE ALSO

L<Apache2::Access>, L<APR::Base64>

=cut
