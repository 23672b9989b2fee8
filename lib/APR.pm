package APR;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR::XSLoader ();

# In the server, the methods exist before any Perl code runs.
if (!defined &Mehari::API::methods) {
    require Mehari::Outside;
    Mehari::Outside->load;
}

1;

__END__

=head1 NAME

APR - the Apache Portable Runtime for Perl

=head1 SYNOPSIS

    use APR ();

=head1 DESCRIPTION

APR is the C library below httpd: memory pools, tables, files, sockets. Inside
httpd, you can call the methods of all APR:: modules as soon as Perl runs.
Loading this module changes nothing there.

In any other program, each APR:: module loads its methods from a shared
object, through this module. It needs the libraries of APR, but not httpd:

    perl -MAPR::UUID -e 'print APR::UUID->new->format'

A program of its own has no connections of httpd, and only those pools that
you create. In a thread of Perl you cannot create APR objects. This module
searches the shared object where mehari's library is installed, and in the
folder F<build> of a source tree. The environment variable MEHARI_APR can name
another file. Loading dies if there is none.

=head1 SEE ALSO

L<APR::Base64>, L<APR::Const>, L<APR::Date>, L<APR::Error>, L<APR::Finfo>,
L<APR::IpSubnet>, L<APR::OS>, L<APR::PerlIO>, L<APR::Pool>, L<APR::SockAddr>,
L<APR::Socket>, L<APR::Status>, L<APR::String>, L<APR::Table>,
L<APR::ThreadMutex>, L<APR::ThreadRWLock>, L<APR::URI>, L<APR::UUID>,
L<APR::Util>

=cut
