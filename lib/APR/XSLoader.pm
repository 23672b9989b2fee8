package APR::XSLoader;

use strict;
use warnings;

use XSLoader ();

# The methods of APR::* exist in the server's own interpreter only. A plain
# perl can load the modules (to read their versions, to compile what uses
# them), but not the shared objects that need httpd.
use constant BOOTSTRAP => defined &Mehari::API::methods ? 1 : 0;

sub load {
    return if !BOOTSTRAP;
    return XSLoader::load(@_);
}

1;
__END__

=head1 NAME

APR::XSLoader - load the shared object of a module that needs httpd

=head1 SYNOPSIS

  package APR::Something;
  use APR::XSLoader ();
  our $VERSION = '0.01';
  APR::XSLoader::load __PACKAGE__;

=head1 DESCRIPTION

For XS modules of others that are written for this API. Inside the server
C<load> is L<XSLoader>'s; in a plain perl it does nothing.

=head1 FUNCTIONS

=head2 load

  APR::XSLoader::load($package, $version);

Loads the shared object of $package. $version (optional) must be that of the
object. Returns what L<XSLoader> returns, nothing outside the server. Dies when
the object cannot be loaded or has another version.

=head2 BOOTSTRAP

  my $inside = APR::XSLoader::BOOTSTRAP;

1 inside the server, 0 outside.

=cut
