package APR;

use 5.036;

our $VERSION = '0.009000';

1;

__END__

=head1 NAME

APR - the Apache Portable Runtime for Perl

=head1 SYNOPSIS

    use APR ();

=head1 DESCRIPTION

The APR:: modules are part of httpd's own process: their methods are there as
soon as Perl runs inside httpd. Loading this module is allowed and changes
nothing.

=head1 SEE ALSO

L<APR::Base64>, L<APR::Const>, L<APR::Date>, L<APR::Error>, L<APR::Finfo>,
L<APR::IpSubnet>, L<APR::OS>, L<APR::Pool>, L<APR::SockAddr>, L<APR::Socket>,
L<APR::Status>, L<APR::String>, L<APR::Table>, L<APR::ThreadMutex>,
L<APR::ThreadRWLock>, L<APR::URI>, L<APR::UUID>, L<APR::Util>

=cut
