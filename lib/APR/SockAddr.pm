package APR::SockAddr;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::SockAddr - the IP address and port of one end of a connection

=head1 SYNOPSIS

    use APR::SockAddr ();

    my $client = $c->client_addr;
    print $client->ip_get, ' ', $client->port;

=head1 DESCRIPTION

L<Apache2::Connection/client_addr>, L<Apache2::Connection/local_addr> and
L<Apache2::RequestRec/useragent_addr> return these objects.

=head1 METHODS

=head2 ip_get

    $ip = $address->ip_get;

The method returns the IP address as text.

B<Returns:> a string.

B<Errors:> it throws an L<APR::Error> if the address has no IP address, for
example that of a Unix socket.

B<Example:>

    my $ip = $r->useragent_addr->ip_get;

=head2 port

    $port = $address->port;

The method returns the port.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $secure = $c->local_addr->port == 443;

=head2 equal

    $bool = $address->equal($other);

The method compares two IP addresses, without their ports. An IPv4 address and
its form as an IPv6 address (C<::ffff:192.0.2.7>) are equal.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:> a test for clients on this machine.

    my $is_local = $c->client_addr->equal($c->local_addr);

=head1 SEE ALSO

L<APR::IpSubnet>, L<APR::Socket>

=cut
