package Apache2::Connection;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::Connection - the connection to a client: addresses, keep-alive,
filters

=head1 SYNOPSIS

    use Apache2::RequestRec ();
    use Apache2::Connection ();

    my $c = $r->connection;
    warn 'from ', $c->client_ip, ', request ', $c->keepalives + 1;

=head1 DESCRIPTION

L<Apache2::RequestRec/connection> gives the connection of a request.
PerlPreConnectionHandler and PerlProcessConnectionHandler get it as their
argument. You can use the object until the connection ends. After that, each
method throws.

A method with an argument sets the field and returns its old value.

Behind a proxy this is the connection of the proxy. The address of the visitor
is then L<Apache2::RequestRec/useragent_ip>.

=head1 METHODS

=head2 aborted

    $bool = $c->aborted;

The method tells whether the client has closed the connection. httpd notices
this only when it writes to the connection.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:> a long loop ends when nobody reads its output.

    for my $row (1 .. 1000) {
        last if $r->connection->aborted;
        $r->print("row $row\n");
    }

=head2 base_server

    $s = $c->base_server;

The method returns the server for the connection's address and port, which
httpd chooses before it knows the C<Host> header. C<< $r->server >> is the
server of a request.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:> a PerlPreConnectionHandler reads a PerlSetVar.

    my $limit = $c->base_server->dir_config('ClientLimit') // 10;

=head2 bucket_alloc

    $ba = $c->bucket_alloc;

The method returns the allocator for buckets that go through this connection.

B<Returns:> an L<APR::BucketAlloc>.

B<Errors:> none of its own.

B<Example:>

    my $bb = APR::Brigade->new($c->pool, $c->bucket_alloc);

=head2 client_addr

    $address = $c->client_addr;

The method returns the network address of the client.

B<Returns:> an L<APR::SockAddr>.

B<Errors:> none of its own.

B<Example:>

    my $port = $c->client_addr->port;

=head2 client_ip

    $ip  = $c->client_ip;
    $old = $c->client_ip($ip);

The method reads or sets the IP address of the client as text. To trust a
header of a proxy, use mod_remoteip instead of setting it.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a PerlPreConnectionHandler refuses an address.

    return Apache2::Const::FORBIDDEN if $c->client_ip eq '192.0.2.7';

=head2 client_socket

    $socket = $c->client_socket;
    $old    = $c->client_socket($socket);

The method returns the socket of the connection. Data that you read or write
there bypasses all filters, also TLS.

B<Returns:> an L<APR::Socket>.

B<Errors:> it throws in a worker (PerlUsePool), which has no connection to the
client.

B<Phase:> PerlProcessConnectionHandler for reading and writing; any phase for
timeouts.

B<Example:> a slow upload may take five minutes without a byte.

    $c->client_socket->timeout_set(300 * 1_000_000);

=head2 conn_config

    $config = $c->conn_config;

The method returns the data that modules keep for the connection, for C code.

B<Returns:> an Apache2::ConfVector.

B<Errors:> none of its own.

B<Example:>

    my $config = $c->conn_config;

=head2 get_remote_host

    $host = $c->get_remote_host;
    $host = $c->get_remote_host($type);
    $host = $c->get_remote_host($type, $r->per_dir_config);

The method returns the client's host name from DNS. $type is a constant of the
group C<:remotehost> in L<Apache2::Const>:

=over

=item REMOTE_NAME

The name, or the IP address if there is none. This is the default.

=item REMOTE_HOST

The name, or undef if there is none.

=item REMOTE_NOLOOKUP

The name if httpd already knows it, or else the address.

=item REMOTE_DOUBLE_REV

The name, but only if DNS leads from it back to the address.

=back

For REMOTE_DOUBLE_REV httpd always asks DNS. For REMOTE_NAME and REMOTE_HOST
it does so only if C<HostnameLookups> is on in the configuration that you
pass.

B<Returns:> a string, or undef.

B<Errors:> none of its own. If a lookup fails, the result is the address or
undef.

B<Example:>

    my $host = $c->get_remote_host(Apache2::Const::REMOTE_DOUBLE_REV,
        $r->per_dir_config);
    my $is_ours = defined $host && $host =~ /\.example\.com\z/;

=head2 id

    $id = $c->id;

The method returns a number that no other open connection has.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:> a line in the log that names the connection.

    warn 'connection ', $c->id, "\n";

=head2 input_filters, output_filters

    $filter = $c->output_filters;
    $old    = $c->output_filters($filter);

The methods return the first filter of the connection.

B<Returns:> an L<Apache2::Filter>, or undef if there is none.

B<Errors:> they throw if you set a filter of another chain.

B<Example:> a protocol handler sends a greeting.

    my $bb = APR::Brigade->new($c->pool, $c->bucket_alloc);
    $bb->insert_tail(APR::Bucket->new($c->bucket_alloc, "hello\r\n"));
    $c->output_filters->fflush($bb);

=head2 keepalive

    $state = $c->keepalive;
    $old   = $c->keepalive($state);

The method reads or sets whether the connection stays open after this request:
C<CONN_KEEPALIVE>, C<CONN_CLOSE>, or C<CONN_UNKNOWN> before httpd has decided.

B<Returns:> a constant of the group C<:conn_keepalive> in L<Apache2::Const>.

B<Errors:> it throws for other values.

B<Phase:> before the first output for setting.

B<Example:> the client must open a new connection for its next request.

    $c->keepalive(Apache2::Const::CONN_CLOSE);

=head2 keepalives

    $count = $c->keepalives;
    $old   = $c->keepalives($count);

The method reads or sets the number of earlier requests on this connection.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $is_first = $c->keepalives == 0;

=head2 local_addr

    $address = $c->local_addr;

The method returns the address of the server's end of the connection.

B<Returns:> an L<APR::SockAddr>.

B<Errors:> none of its own.

B<Example:>

    my $secure = $c->local_addr->port == 443;

=head2 local_host

    $host = $c->local_host;

The method returns the host name of the server's end of the connection.

B<Returns:> a string, or undef if httpd has not looked it up.

B<Errors:> none of its own.

B<Example:>

    my $name = $c->local_host // $c->local_ip;

=head2 local_ip

    $ip = $c->local_ip;

The method returns the IP address of the server's end of the connection.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $is_inside = $c->local_ip =~ /\A10\./;

=head2 log_id

    $id = $c->log_id;

The method returns the identifier of the connection that C<%L> in
ErrorLogFormat writes. httpd makes it when it logs something for the first
time.

B<Returns:> a string, or undef if nothing was logged yet.

B<Errors:> none of its own.

B<Example:>

    my $id = $c->log_id // 'nothing logged';

=head2 notes

    $table = $c->notes;
    $old   = $c->notes($table);

The method returns a table of strings that modules, also those in C, leave for
one another on this connection. L<Apache2::ConnectionUtil/pnotes> keeps Perl
values.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:>

    $c->notes->set(checked => 'yes');

=head2 pool

    $pool = $c->pool;

The method returns the memory pool of the connection. httpd destroys the pool
when the connection ends.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:> a line in the log at the end of the connection.

    $c->pool->cleanup_register(sub { warn "a client has gone\n" });

=head2 remote_host

    $host = $c->remote_host;

The method returns the client's host name if httpd already knows it. It does
not ask DNS: see L</get_remote_host>.

B<Returns:> a string, empty if DNS has no name for the client; undef if httpd
has not looked it up.

B<Errors:> none of its own.

B<Example:>

    my $name = $c->remote_host || $c->client_ip;

=head2 sbh

    $handle = $c->sbh;

The method returns the connection's slot in httpd's scoreboard, for C code.

B<Returns:> an Apache2::ScoreboardHandle.

B<Errors:> none of its own.

B<Example:>

    my $handle = $c->sbh;

=head1 SEE ALSO

L<Apache2::ConnectionUtil>, L<Apache2::RequestRec>, L<Apache2::Filter>,
L<APR::Socket>

=cut
