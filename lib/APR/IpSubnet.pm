package APR::IpSubnet;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::IpSubnet - test whether an IP address is in a network

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

The method creates the network of an address. Its size is a number of bits,
for example C<16>, or a mask, for example C<255.255.0.0>. Without a size it is
the single address, or the network of an incomplete address (C<192.168>). For
IPv6 give a number of bits. $pool is an L<APR::Pool>. The object keeps it
alive.

B<Returns:> an C<APR::IpSubnet>.

B<Errors:> it throws an L<APR::Error> if the address or the mask is malformed.

B<Example:> create the networks once, when the server starts.

    my @inside = map { APR::IpSubnet->new($s->process->pconf, split m{/}) }
        qw(10.0.0.0/8 192.168.0.0/16 fd00::/8);

=head2 test

    $bool = $subnet->test($address);

The method tells whether $address, an L<APR::SockAddr>, is in the network.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:> a PerlAccessHandler for one network.

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
