package APR;

use v5.36;

our $VERSION = '0.009000';

# In the server the methods are there before any Perl code is.
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

The APR:: modules are part of httpd's own process: their methods are there as
soon as Perl runs inside httpd, and loading this module changes nothing.

In any other program the same methods come from a shared object of their own,
which each of the APR:: modules loads through this one. It needs the libraries
of APR, and nothing of httpd:

    perl -MAPR::UUID -e 'print APR::UUID->new->format'

The parts of a server are missing there: there are no sockets of connections, no
pools but those that Perl makes. Objects cannot be made in threads of Perl. The
shared object is looked for where this library is installed, and in the folder
F<build> of a source tree; MEHARI_APR in the environment may name another one.
Loading dies when there is none.

=head1 SEE ALSO

L<APR::Base64>, L<APR::Const>, L<APR::Date>, L<APR::Error>, L<APR::Finfo>,
L<APR::IpSubnet>, L<APR::OS>, L<APR::PerlIO>, L<APR::Pool>, L<APR::SockAddr>,
L<APR::Socket>, L<APR::Status>, L<APR::String>, L<APR::Table>,
L<APR::ThreadMutex>, L<APR::ThreadRWLock>, L<APR::URI>, L<APR::UUID>,
L<APR::Util>

=cut
