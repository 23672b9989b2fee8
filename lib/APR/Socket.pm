package APR::Socket;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Socket - a connection below httpd's filters

=head1 SYNOPSIS

    use APR::Socket ();
    use APR::Const -compile => qw(SO_NONBLOCK);

    sub handler ($c) {    # PerlProcessConnectionHandler
        my $socket = $c->client_socket;
        $socket->opt_set(APR::Const::SO_NONBLOCK, 0);
        while ($socket->recv(my $buffer, 1024)) {
            $socket->send($buffer);
        }
        return Apache2::Const::OK;
    }

=head1 METHODS

The socket of a connection is L<Apache2::Connection/client_socket>. What goes
through it by hand has not been through any filter: with C<SSLEngine on> it is
not encrypted.

=head2 recv

    $length = $socket->recv($buffer, $wanted);

Reads at most $wanted bytes (an integer) into the variable $buffer and returns
how many there were. 0 means that the other side has closed the connection; the
buffer is then empty. In taint mode the buffer is tainted.

Throws an L<APR::Error>: among others TIMEUP if nothing came in time and EAGAIN
if nothing is there and the socket does not wait.

=head2 send

    $length = $socket->send($buffer);
    $length = $socket->send($buffer, $wanted);

Writes the string, or its first $wanted bytes, and returns how many bytes were
written: fewer than wanted if the other side does not read. Throws an
L<APR::Error> if nothing can be written.

=head2 opt_get

    $value = $socket->opt_get($option);

The value of an option (an integer). The options are the C<:socket> constants
of L<APR::Const>. Throws an L<APR::Error>.

=head2 opt_set

    $socket->opt_set($option, $value);

Sets an option, C<SO_NONBLOCK> for instance, to an integer. Throws an
L<APR::Error>.

=head2 timeout_get

=head2 timeout_set

    $microseconds = $socket->timeout_get;
    $socket->timeout_set($microseconds);

How long recv and send wait (an integer): -1 for ever, 0 not at all. Throw an
L<APR::Error>.

=head2 poll

    $status = $socket->poll($pool, $timeout, $events);

Waits until one of the events happens: C<:poll> constants of L<APR::Const>,
joined (POLLIN, POLLOUT). At most $timeout microseconds pass; -1 is for ever.
Returns a status (an integer): SUCCESS, or TIMEUP if nothing happened. $pool is
an L<APR::Pool>.

=head2 fileno

    $number = $socket->fileno;

The number of the file descriptor. Throws an L<APR::Error> if there is none.

=head2 close

=head2 bind

=head2 connect

=head2 listen

    $status = $socket->close;
    $status = $socket->bind($address);
    $status = $socket->connect($address);
    $status = $socket->listen($backlog);

The system's calls of these names. $address is an L<APR::SockAddr>, $backlog an
integer. They throw nothing: the result is a status (an integer), 0 for
success, that L<APR::Error/strerror> has a text for.

=head2 sendto

    $status = $socket->sendto($address, $flags, $buffer);
    $status = $socket->sendto($address, $flags, $buffer, $length);

Sends the string, or its first $length bytes, as one datagram. $flags are the
system's, usually 0. Returns a status.

=head2 recvfrom

    $status = $address->recvfrom($socket, $flags, $buffer, $wanted);
    $status
        = APR::Socket::recvfrom($address, $socket, $flags, $buffer, $wanted);

Receives a datagram of at most $wanted bytes into the variable $buffer, and
where it came from into the L<APR::SockAddr>. Returns a status; the buffer is
set only if that is SUCCESS.

=head1 SEE ALSO

L<APR::SockAddr>, L<APR::Const>

=cut
