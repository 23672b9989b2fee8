package Apache2::Connection;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::Connection - the connection to a client

=head1 SYNOPSIS

    use Apache2::RequestRec ();
    use Apache2::Connection ();

    my $c = $r->connection;
    warn 'from ', $c->client_ip, ', request ', $c->keepalives + 1;

=head1 DESCRIPTION

Each connection has one object, from L<Apache2::RequestRec/connection>. It is
the argument of PerlPreConnectionHandler and PerlProcessConnectionHandler. You
can use it until the connection ends. Each method throws afterwards.

A method with an argument sets the field and returns the value from before.

Behind a proxy the connection is the proxy's: C<useragent_ip> of the request
is the client's.

=head1 METHODS

=head2 aborted

    $bool = $c->aborted;

The method says whether the client has gone, as far as httpd has noticed: a
write to it failed.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    for my $row (1 .. 1000) {
        last if $r->connection->aborted;
        $r->print("row $row\n");
    }

=head2 base_server

    $s = $c->base_server;

The method gives the server for the address and port, before any Host header
is known. The server of a request is C<< $r->server >>.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:> a PerlPreConnectionHandler reads the configuration.

    my $limit = $c->base_server->dir_config('ClientLimit') // 10;

=head2 bucket_alloc

    $ba = $c->bucket_alloc;

The method gives the allocator for all buckets that are sent on this
connection.

B<Returns:> an L<APR::BucketAlloc>.

B<Errors:> none of its own.

B<Example:>

    my $bb = APR::Brigade->new($c->pool, $c->bucket_alloc);

=head2 client_addr

    $address = $c->client_addr;

The method gives the address of the other end.

B<Returns:> an L<APR::SockAddr>.

B<Errors:> none of its own.

B<Example:>

    my $port = $c->client_addr->port;

=head2 client_ip

    $ip  = $c->client_ip;
    $old = $c->client_ip($ip);

The method reads or sets the same address as text. Setting it, for example
from a header of a trusted proxy, is better left to mod_remoteip.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a PerlPreConnectionHandler refuses an address.

    return Apache2::Const::FORBIDDEN if $c->client_ip eq '192.0.2.7';

=head2 client_socket

    $socket = $c->client_socket;
    $old    = $c->client_socket($socket);

The method gives the socket to the client. Data that you read or write there
goes through no filter.

B<Returns:> an L<APR::Socket>.

B<Errors:> it throws in a worker (PerlUsePool), which does not have the
client.

B<Phase:> protocol handlers (PerlProcessConnectionHandler), and timeouts in
others.

B<Example:> a slow upload may take five minutes without a byte.

    $c->client_socket->timeout_set(300 * 1_000_000);

=head2 conn_config

    $config = $c->conn_config;

The method gives what modules keep with the connection, for C code.

B<Returns:> an Apache2::ConfVector.

B<Errors:> none of its own.

B<Example:>

    my $config = $c->conn_config;

=head2 get_remote_host

    $host = $c->get_remote_host;
    $host = $c->get_remote_host($type);
    $host = $c->get_remote_host($type, $r->per_dir_config);

The method gives the name of the client. $type is a constant C<:remotehost> of
L<Apache2::Const>: REMOTE_HOST (the name or undef), REMOTE_NAME (the default:
the name or the address), REMOTE_NOLOOKUP (what is known already),
REMOTE_DOUBLE_REV (the name, if it leads back to the address). httpd looks
names up only where HostnameLookups is on, for which you pass the
configuration.

B<Returns:> a string or undef.

B<Errors:> none of its own. A lookup that fails is undef or the address.

B<Example:>

    my $host = $c->get_remote_host(Apache2::Const::REMOTE_DOUBLE_REV,
        $r->per_dir_config);
    my $is_ours = defined $host && $host =~ /\.example\.com\z/;

=head2 id

    $id = $c->id;

The method gives a number that no other open connection has.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    warn 'connection ', $c->id, "\n";

=head2 input_filters, output_filters

    $filter = $c->output_filters;
    $old    = $c->output_filters($filter);

The methods give the first filter of the connection.

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
C<CONN_UNKNOWN>, C<CONN_CLOSE> or C<CONN_KEEPALIVE>.

B<Returns:> a constant C<:conn_keepalive> of L<Apache2::Const>.

B<Errors:> it throws for other values.

B<Phase:> before the first output for setting.

B<Example:>

    $c->keepalive(Apache2::Const::CONN_CLOSE);

=head2 keepalives

    $count = $c->keepalives;
    $old   = $c->keepalives($count);

The method reads or sets how many requests the connection has had before this
one.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $is_first = $c->keepalives == 0;

=head2 local_addr

    $address = $c->local_addr;

The method gives the address of our end.

B<Returns:> an L<APR::SockAddr>.

B<Errors:> none of its own.

B<Example:>

    my $secure = $c->local_addr->port == 443;

=head2 local_host

    $host = $c->local_host;

The method gives our name on this connection.

B<Returns:> a string, or undef if nobody has looked it up.

B<Errors:> none of its own.

B<Example:>

    my $name = $c->local_host // $c->local_ip;

=head2 local_ip

    $ip = $c->local_ip;

The method gives the address of our end as text.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $is_inside = $c->local_ip =~ /\A10\./;

=head2 log_id

    $id = $c->log_id;

The method gives what C<%L> of ErrorLogFormat shows. httpd makes it when it
first logs something.

B<Returns:> a string, or undef before that.

B<Errors:> none of its own.

B<Example:>

    my $id = $c->log_id // 'nothing logged';

=head2 notes

    $table = $c->notes;
    $old   = $c->notes($table);

The method gives strings that modules leave for one another on this
connection. L<Apache2::ConnectionUtil> is for Perl values.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:>

    $c->notes->set(checked => 'yes');

=head2 pool

    $pool = $c->pool;

The method gives the pool that ends with the connection.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    $c->pool->cleanup_register(sub { warn "a client has gone\n" });

=head2 remote_host

    $host = $c->remote_host;

The method gives the name of the client, and looks nothing up: see
L</get_remote_host>.

B<Returns:> a string, or undef if nobody has looked it up.

B<Errors:> none of its own.

B<Example:>

    my $name = $c->remote_host // $c->client_ip;

=head2 sbh

    $handle = $c->sbh;

The method gives the place of the connection in the scoreboard, for C code.

B<Returns:> an Apache2::ScoreboardHandle.

B<Errors:> none of its own.

B<Example:>

    my $handle = $c->sbh;

=head1 SEE ALSO

L<Apache2::ConnectionUtil>, L<Apache2::RequestRec>, L<Apache2::Filter>,
L<APR::Socket>

=cut
