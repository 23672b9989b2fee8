package Apache2::XSLoader;

use Mehari::Perl;

use APR::XSLoader ();

use constant BOOTSTRAP => APR::XSLoader::BOOTSTRAP();

sub load { return APR::XSLoader::load(@_) }

1;
__END__

=head1 NAME

Apache2::XSLoader - load the C code of an XS module inside httpd

=head1 SYNOPSIS

    package Apache2::Something;

    use Apache2::XSLoader ();
    our $VERSION = '0.01';

    Apache2::XSLoader::load __PACKAGE__;

=head1 DESCRIPTION

XS modules that use httpd's C functions call this module. Inside httpd,
C<load> is the same as that of L<XSLoader>. In a program of its own, it does
nothing, because httpd's functions are missing there.

=head1 FUNCTIONS

=head2 load

    Apache2::XSLoader::load($package, $version);

The function loads the shared object of a package. $version is optional. If
you pass it, the object must have this version.

B<Returns:> the value of C<XSLoader::load>; nothing outside of httpd.

B<Errors:> it dies if the object cannot be loaded or has another version.

B<Example:>

    our $VERSION = '0.01';
    Apache2::XSLoader::load('Apache2::Something', $VERSION);

=head2 BOOTSTRAP

    my $inside = Apache2::XSLoader::BOOTSTRAP;

The constant is 1 inside httpd, and 0 in a program of its own.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    die "needs httpd\n" if !Apache2::XSLoader::BOOTSTRAP();

=head1 SEE ALSO

L<APR::XSLoader>, L<XSLoader>

=cut
