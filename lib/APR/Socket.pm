package APR::Socket;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Socket - read and write a connection without httpd's filters

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

L<Apache2::Connection/client_socket> gives the socket of a connection. Data
that you read or write here bypasses all filters. Under HTTPS it is therefore
not encrypted. In a handler of a request, use L<Apache2::RequestIO> instead.

=head1 METHODS

=head2 recv

    $length = $socket->recv($buffer, $wanted);

The method reads at most $wanted bytes into the variable $buffer. Under taint
checks the variable is tainted.

B<Returns:> an integer, the number of bytes. It is 0, with an empty $buffer,
if the client has closed the connection.

B<Errors:> it throws an L<APR::Error>, for example with the code
C<APR::Const::TIMEUP> if no data came in time, or C<APR::Const::EAGAIN> if
there is no data and the socket is non-blocking.

B<Phase:> PerlProcessConnectionHandler, before httpd or a filter has read
data.

B<Example:> read one line.

    my $socket = $c->client_socket;
    my $line   = '';
    until ($line =~ /\n/) {
        $socket->recv(my $part, 512) or last;
        $line .= $part;
    }

=head2 send

    $length = $socket->send($buffer);
    $length = $socket->send($buffer, $wanted);

The method writes the string $buffer, or its first $wanted bytes.

B<Returns:> an integer, the number of bytes written. It can be smaller than
the number of bytes that you wanted to write.

B<Errors:> it throws an L<APR::Error> if it cannot write anything, and a
string if $wanted is negative or larger than the length of $buffer.

B<Phase:> PerlProcessConnectionHandler.

B<Example:> write a whole string.

    my $left = "220 ready\r\n";
    while (length $left) {
        my $sent = $c->client_socket->send($left);
        substr $left, 0, $sent, '';
    }

=head2 opt_get

    $value = $socket->opt_get($option);

The method reads an option of the socket. $option is a constant of the group
C<:socket> in L<APR::Const>.

B<Returns:> an integer.

B<Errors:> it throws an L<APR::Error> if the system refuses.

B<Example:>

    my $waits = !$socket->opt_get(APR::Const::SO_NONBLOCK);

=head2 opt_set

    $socket->opt_set($option, $value);

The method sets an option of the socket to an integer. Protocol handlers must
set SO_NONBLOCK to 0, because some MPMs make the socket non-blocking.

B<Returns:> nothing.

B<Errors:> it throws an L<APR::Error> if the system refuses.

B<Example:>

    my $socket = $c->client_socket;
    $socket->opt_set(APR::Const::SO_NONBLOCK, 0);

=head2 timeout_get, timeout_set

    $microseconds = $socket->timeout_get;
    $socket->timeout_set($microseconds);

The methods read and set the time that C<recv> and C<send> wait, in
microseconds. -1 means forever, and 0 means not at all.

B<Returns:> C<timeout_get> an integer, C<timeout_set> nothing.

B<Errors:> they throw an L<APR::Error> if the system refuses.

B<Example:> wait five seconds for an answer.

    my $socket = $c->client_socket;
    my $before = $socket->timeout_get;
    $socket->timeout_set(5_000_000);
    my $length = eval { $socket->recv(my $buffer, 1024) };
    $socket->timeout_set($before);

=head2 poll

    $status = $socket->poll($pool, $timeout, $events);

The method waits until an event happens on the socket. $events are constants
of the group C<:poll> in L<APR::Const>, for example POLLIN, joined with C<|>.
$timeout is in microseconds, and -1 means forever. $pool is an L<APR::Pool>.

B<Returns:> an integer, an APR status code: C<APR::Const::SUCCESS>,
C<APR::Const::TIMEUP> if nothing has happened, or another error.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Example:> the handler waits a second for data.

    my $rc = $c->client_socket->poll($c->pool, 1_000_000,
        APR::Const::POLLIN);
    my $there = $rc == APR::Const::SUCCESS;

=head2 fileno

    $number = $socket->fileno;

The method returns the file descriptor of the socket, for C<select>.

B<Returns:> an integer.

B<Errors:> it throws an L<APR::Error> if the socket has no descriptor.

B<Example:>

    vec(my $readers = '', $c->client_socket->fileno, 1) = 1;
    my $ready = select $readers, undef, undef, 0.5;

=head2 close, bind, connect, listen

    $status = $socket->close;
    $status = $socket->bind($address);
    $status = $socket->connect($address);
    $status = $socket->listen($backlog);

The methods are the system calls of the same names. $address is an
L<APR::SockAddr>, $backlog an integer. httpd closes the socket of a connection
itself. Call C<close> only if nothing more is to be sent, also by filters.

B<Returns:> an integer, an APR status code. L<APR::Error/strerror> gives its
text.

B<Errors:> none of their own. If a call fails, the returned status says so.

B<Example:>

    my $rc = $socket->close;
    warn APR::Error::strerror($rc) if $rc != APR::Const::SUCCESS;

=head2 sendto

    $status = $socket->sendto($address, $flags, $buffer);
    $status = $socket->sendto($address, $flags, $buffer, $length);

The method sends the string $buffer, or its first $length bytes, as one
datagram to $address, an L<APR::SockAddr>. $flags are those of sendto(2),
usually 0.

B<Returns:> an integer, an APR status code.

B<Errors:> it throws if $length is negative or larger than the length of
$buffer. The returned status tells of other failures.

B<Example:>

    my $rc = $socket->sendto($address, 0, "ping\n");

=head2 recvfrom

    $status = $address->recvfrom($socket, $flags, $buffer, $wanted);
    $status
        = APR::Socket::recvfrom($address, $socket, $flags, $buffer, $wanted);

The method receives a datagram of at most $wanted bytes into the variable
$buffer. It sets $address, an L<APR::SockAddr>, to the sender. If it fails,
the variable keeps its value.

B<Returns:> an integer, an APR status code.

B<Errors:> it throws if $wanted is negative. The returned status tells of
other failures.

B<Example:>

    my $rc = $address->recvfrom($socket, 0, my $data, 1500);
    print $address->ip_get, ": $data" if $rc == APR::Const::SUCCESS;

=head1 SEE ALSO

L<APR::SockAddr>, L<APR::Const>, L<Apache2::Connection/client_socket>

=cut
