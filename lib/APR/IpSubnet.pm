package APR::IpSubnet;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::IpSubnet - is an address in a network?

=head1 SYNOPSIS

    use APR::IpSubnet ();

    my $local = APR::IpSubnet->new($r->pool, '192.168.0.0', '16');
    if ($local->test($r->useragent_addr)) {
        print 'from inside';
    }

=head1 METHODS

=head2 new

    $subnet = APR::IpSubnet->new($pool, $ip);
    $subnet = APR::IpSubnet->new($pool, $ip, $bits);
    $subnet = APR::IpSubnet->new($pool, $ip, $mask);

The method makes the network of an address. A number of bits (C<16>) or a mask
(C<255.255.0.0>) says how large the network is. If you leave it out, the
object is that single address, or the network of a part of an address
(C<192.168>). IPv6 addresses take bits. $pool is an L<APR::Pool>, which lives
at least as long as the object.

B<Returns:> an C<APR::IpSubnet>.

B<Errors:> it throws an L<APR::Error> if the address or the mask is malformed.

B<Example:> make the networks once, when the server starts.

    my @inside = map { APR::IpSubnet->new($s->process->pconf, split m{/}) }
        qw(10.0.0.0/8 192.168.0.0/16 fd00::/8);

=head2 test

    $bool = $subnet->test($address);

The method says whether an address (an L<APR::SockAddr>) is in the network.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:> a PerlAccessHandler.

    sub handler ($r) {
        state $inside = APR::IpSubnet->new($r->server->process->pconf,
            '10.0.0.0', '8');
        return $inside->test($r->useragent_addr)
            ? Apache2::Const::OK
            : Apache2::Const::FORBIDDEN;
    }

=head1 SEE ALSO

L<APR::SockAddr>, L<Apache2::RequestRec/useragent_addr>

=cut
