package APR::XSLoader;

use Mehari::Perl;

use XSLoader ();

# The methods of APR::* and Apache2::* exist in the server's own interpreter
# only. A plain perl can load the modules (to read their versions, or to compile
# code that uses them), but not the shared objects that need httpd.
use constant BOOTSTRAP => defined &Mehari::API::methods ? 1 : 0;

sub load {
    return if !BOOTSTRAP;
    return XSLoader::load(@_);
}

1;
__END__

=head1 NAME

APR::XSLoader - load the C code of an XS module inside httpd

=head1 SYNOPSIS

    package APR::Something;

    use APR::XSLoader ();
    our $VERSION = '0.01';

    APR::XSLoader::load __PACKAGE__;

=head1 DESCRIPTION

XS modules that use httpd's C functions call this module. Inside httpd,
C<load> is the same as that of L<XSLoader>. In a program of its own, it does
nothing, because httpd's functions are missing there.

=head1 FUNCTIONS

=head2 load

    APR::XSLoader::load($package, $version);

The function loads the shared object of a package. $version is optional. If
you pass it, the object must have this version.

B<Returns:> the value of C<XSLoader::load>; nothing outside of httpd.

B<Errors:> it dies if the object cannot be loaded or has another version.

B<Example:>

    our $VERSION = '0.01';
    APR::XSLoader::load('APR::Something', $VERSION);

=head2 BOOTSTRAP

    my $inside = APR::XSLoader::BOOTSTRAP;

The constant is 1 inside httpd, and 0 in a program of its own.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    die "needs httpd\n" if !APR::XSLoader::BOOTSTRAP();

=head1 SEE ALSO

L<Apache2::XSLoader>, L<XSLoader>

=cut
