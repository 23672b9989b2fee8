package APR::IpSubnet;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::IpSubnet - is an address in a network?

=head1 SYNOPSIS

    use APR::IpSubnet ();

    my $local = APR::IpSubnet->new($r->pool, '192.168.0.0', '16');
    if ($local->test($r->useragent_addr)) { ... }

=head1 METHODS

=head2 new

    $subnet = APR::IpSubnet->new($pool, $ip);
    $subnet = APR::IpSubnet->new($pool, $ip, $bits);
    $subnet = APR::IpSubnet->new($pool, $ip, $mask);

The network that the address $ip is in (strings). It is as large as a number of
bits (C<16>) or a mask (C<255.255.0.0>) says; without one it is that single
address, or as much of it as is given (C<192.168>). IPv6 addresses take bits.
$pool is an L<APR::Pool>, which is kept as long as the object.

Throws an L<APR::Error> if the address or the mask is not one.

=head2 test

    $inside = $subnet->test($address);

1 if the L<APR::SockAddr> is in the network, 0 if it is not.

=cut
