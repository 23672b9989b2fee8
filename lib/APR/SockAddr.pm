package APR::SockAddr;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::SockAddr - the address of one end of a connection

=head1 SYNOPSIS

    use APR::SockAddr ();

    my $client = $c->client_addr;
    print $client->ip_get, ' ', $client->port;

=head1 METHODS

Objects come from L<Apache2::Connection/client_addr>,
L<Apache2::Connection/local_addr> and L<Apache2::RequestRec/useragent_addr>.

=head2 ip_get

    $ip = $address->ip_get;

The IP address (a string). Throws an L<APR::Error> if the address is of another
kind.

=head2 port

    $port = $address->port;

The port (an integer).

=head2 equal

    $same = $address->equal($other);

True if both L<APR::SockAddr> objects have the same IP address, whatever their
ports are. An IPv4 address equals the IPv6 address that it is mapped to.

=head1 SEE ALSO

L<APR::IpSubnet>, L<APR::Socket>

=cut
