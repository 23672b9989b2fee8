package Apache2::Provider;

use v5.36;

our $VERSION = '2.000012';

1;

__END__

=head1 NAME

Apache2::Provider - hand httpd a provider of C code

=head1 SYNOPSIS

    use Apache2::Provider ();

    Apache2::Provider::register_provider($pool, 'authn', 'mine', '0', $address);

=head1 DESCRIPTION

XS modules of others use it that have made a structure which httpd's modules
ask for by name. Use L<Apache2::RequestUtil/register_auth_provider> for a
provider that is written in Perl.

=head1 FUNCTIONS

=head2 register_provider

    $status = Apache2::Provider::register_provider($pool, $group, $name,
        $version, $address);

The function registers the provider at $address (an integer) under the group,
the name and the version (strings). $pool (an L<APR::Pool>) is not used: the
registration ends with the configuration.

B<Returns:> C<APR::Const::SUCCESS> or another status.

B<Errors:> it throws if $address is 0.

B<Phase:> while the server starts.

B<Example:>

    my $address = 0;    # the XS module's answer
    Apache2::Provider::register_provider($s->process->pconf, 'authn',
        'mine', '0', $address) if $address;

=head1 SEE ALSO

L<Apache2::RequestUtil/register_auth_provider>

=cut
