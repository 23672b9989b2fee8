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

L<APR::Table>, L<APR::Pool>, L<APR::Error>, L<APR::Status>, L<APR::Const>,
L<APR::String>, L<APR::Util>, L<APR::Base64>

=cut
