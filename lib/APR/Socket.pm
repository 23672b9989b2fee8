package APR::Socket;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Socket - a connection below httpd's filters

=head1 SYNOPSIS

    use APR::Socket ();
    use APR::Const     -compile => qw(SO_NONBLOCK);
    use Apache2::Const -compile => qw(OK);

    sub handler ($c) {    # PerlProcessConnectionHandler
        my $socket = $c->client_socket;
        $socket->opt_set(APR::Const::SO_NONBLOCK, 0);
        while ($socket->recv(my $buffer, 1024)) {
            $socket->send($buffer);
        }
        return Apache2::Const::OK;
    }

=head1 DESCRIPTION

L<Apache2::Connection/client_socket> returns the socket of a connection. Data
that you read or write here goes through no filter: with C<SSLEngine on> it is
not encrypted. Use L<Apache2::RequestIO> in a handler of a request.

=head1 METHODS

=head2 recv

    $length = $socket->recv($buffer, $wanted);

The method reads at most $wanted bytes (an integer) into the variable $buffer.
Under taint checks the buffer is tainted.

B<Returns:> the number of bytes read; 0 if the other side has closed the
connection. The buffer is empty then.

B<Errors:> it throws an L<APR::Error>: for example C<APR::Const::TIMEUP> if
nothing came in time, and C<APR::Const::EAGAIN> if nothing is there and the
socket does not wait.

B<Phase:> protocol handlers (PerlProcessConnectionHandler), before httpd or a
filter has read.

B<Example:>

    my $socket = $c->client_socket;
    my $line   = '';
    until ($line =~ /\n/) {
        $socket->recv(my $part, 512) or last;
        $line .= $part;
    }

=head2 send

    $length = $socket->send($buffer);
    $length = $socket->send($buffer, $wanted);

The method writes the string, or its first $wanted bytes.

B<Returns:> the number of bytes written, which is smaller than wanted if the
other side does not read.

B<Errors:> it throws an L<APR::Error> if nothing can be written, and a string
if $wanted is not from 0 to the length of the string.

B<Phase:> protocol handlers (PerlProcessConnectionHandler).

B<Example:>

    my $left = "220 ready\r\n";
    while (length $left) {
        my $sent = $c->client_socket->send($left);
        substr $left, 0, $sent, '';
    }

=head2 opt_get

    $value = $socket->opt_get($option);

The method reads an option: one of the constants C<:socket> of L<APR::Const>.

B<Returns:> an integer.

B<Errors:> it throws an L<APR::Error>.

B<Example:>

    my $waits = !$socket->opt_get(APR::Const::SO_NONBLOCK);

=head2 opt_set

    $socket->opt_set($option, $value);

The method sets an option to an integer. SO_NONBLOCK is the one that protocol
handlers need, because some MPMs give them a socket that does not wait.

B<Returns:> nothing.

B<Errors:> it throws an L<APR::Error>.

B<Example:>

    my $socket = $c->client_socket;
    $socket->opt_set(APR::Const::SO_NONBLOCK, 0);

=head2 timeout_get, timeout_set

    $microseconds = $socket->timeout_get;
    $socket->timeout_set($microseconds);

The methods read and set how long C<recv> and C<send> wait, in microseconds:
-1 is for ever, 0 is not at all.

B<Returns:> C<timeout_get> an integer, C<timeout_set> nothing.

B<Errors:> they throw an L<APR::Error>.

B<Example:>

    my $socket = $c->client_socket;
    my $before = $socket->timeout_get;
    $socket->timeout_set(5_000_000);    # five seconds
    my $length = eval { $socket->recv(my $buffer, 1024) };
    $socket->timeout_set($before);

=head2 poll

    $status = $socket->poll($pool, $timeout, $events);

The method waits until one of the events happens: constants C<:poll> of
L<APR::Const>, joined (POLLIN, POLLOUT). $timeout is in microseconds; -1 is
for ever. $pool is an L<APR::Pool>.

B<Returns:> C<APR::Const::SUCCESS>, C<APR::Const::TIMEUP> if nothing happened,
or another status.

B<Errors:> none of its own. A failure is the returned status.

B<Example:>

    my $rc = $c->client_socket->poll($c->pool, 1_000_000,
        APR::Const::POLLIN);
    my $there = $rc == APR::Const::SUCCESS;

=head2 fileno

    $number = $socket->fileno;

The method gives the number of the file descriptor.

B<Returns:> an integer.

B<Errors:> it throws an L<APR::Error> if there is no descriptor.

B<Example:>

    vec(my $readers = '', $c->client_socket->fileno, 1) = 1;
    my $ready = select $readers, undef, undef, 0.5;

=head2 close, bind, connect, listen

    $status = $socket->close;
    $status = $socket->bind($address);
    $status = $socket->connect($address);
    $status = $socket->listen($backlog);

The methods are the system calls of these names. $address is an
L<APR::SockAddr>, $backlog an integer. httpd closes the socket of a connection
itself: use C<close> only if no more is to be sent, not even by filters.

B<Returns:> a status, an integer: C<APR::Const::SUCCESS> or an error, whose
text L<APR::Error/strerror> gives.

B<Errors:> none of their own. A failure is the returned status.

B<Example:>

    my $rc = $socket->close;
    warn APR::Error::strerror($rc) if $rc != APR::Const::SUCCESS;

=head2 sendto

    $status = $socket->sendto($address, $flags, $buffer);
    $status = $socket->sendto($address, $flags, $buffer, $length);

The method sends the string, or its first $length bytes, as one datagram to an
L<APR::SockAddr>. $flags are the system's, usually 0.

B<Returns:> a status, an integer.

B<Errors:> it throws if $length is not from 0 to the length of the string. All
other failures are the returned status.

B<Example:>

    my $rc = $socket->sendto($address, 0, "ping\n");

=head2 recvfrom

    $status = $address->recvfrom($socket, $flags, $buffer, $wanted);
    $status
        = APR::Socket::recvfrom($address, $socket, $flags, $buffer, $wanted);

The method receives a datagram of at most $wanted bytes into the variable
$buffer, and puts the sender into the L<APR::SockAddr>. The variable is set
only if the datagram was received.

B<Returns:> a status, an integer.

B<Errors:> it throws if $wanted is negative. All other failures are the
returned status.

B<Example:>

    my $rc = $address->recvfrom($socket, 0, my $data, 1500);
    print $address->ip_get, ": $data" if $rc == APR::Const::SUCCESS;

=head1 SEE ALSO

L<APR::SockAddr>, L<APR::Const>, L<Apache2::Connection/client_socket>

=cut
