package Apache2::Provider;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();

1;

__END__

=head1 NAME

Apache2::Provider - register a provider that is in C

=head1 SYNOPSIS

    use Apache2::Provider ();

    Apache2::Provider::register_provider($pool, 'authn', 'mine', '0', $address);

=head1 DESCRIPTION

This module is for XS modules that provide a C structure to httpd's modules.
httpd's modules find a provider by its group, name and version. For a provider
in Perl, use L<Apache2::RequestUtil/register_auth_provider>.

=head1 FUNCTIONS

=head2 register_provider

    $status = Apache2::Provider::register_provider($pool, $group, $name,
        $version, $address);

The function registers the provider at $address, an integer. $group, $name and
$version are strings. $pool, an L<APR::Pool>, is not used: the registration
ends with the configuration.

B<Returns:> an APR status code, C<APR::Const::SUCCESS> if it worked.

B<Errors:> it throws if $address is 0.

B<Phase:> when the server starts.

B<Example:> the XS module gives the address.

    my $address = $s->dir_config('ProviderAddress') // 0;
    Apache2::Provider::register_provider($s->process->pconf, 'authn',
        'mine', '0', $address) if $address;

=head1 SEE ALSO

L<Apache2::RequestUtil/register_auth_provider>

=cut
