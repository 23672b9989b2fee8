package Apache2::Provider;

use 5.036;

our $VERSION = '2.000012';

1;

__END__

=head1 NAME

Apache2::Provider - hand httpd a provider of C code

=head1 SYNOPSIS

    use Apache2::Provider ();

    Apache2::Provider::register_provider($pool, 'authn', 'mine', '0', $address);

=head1 DESCRIPTION

For XS modules of others that have made a structure which httpd's modules ask
for by name. A provider that is written in Perl needs
L<Apache2::RequestUtil/register_auth_provider> instead.

=head1 FUNCTIONS

=head2 register_provider

    $status = Apache2::Provider::register_provider($pool, $group, $name,
        $version, $address);

Registers the provider at $address (an integer) under the group, name and
version (strings) that are asked for. $pool (an L<APR::Pool>) is not used: the
registration ends with the configuration. Returns APR::Const::SUCCESS, or
another status. May be called only while the server starts; throws when $address
is 0.

=cut
