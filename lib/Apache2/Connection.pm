package Apache2::Connection;

use strict;
use warnings;

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

One object for each connection, from L<Apache2::RequestRec/connection>. It can
be used until the connection ends; afterwards each method dies with a sentence
that says so.

A method with an argument sets the field and gives what it was before. A string
argument may be undef only where that is said.

=head1 METHODS

=head2 aborted

  my $gone = $c->aborted;    # 1 or 0

Whether the client has gone, as far as httpd has noticed: a write failed.

=head2 base_server

  my $s = $c->base_server;    # Apache2::ServerRec

The server for the address and port, before any Host header is known. The
server of a request is C<< $r->server >>.

=head2 bucket_alloc

  my $allocator = $c->bucket_alloc;    # APR::BucketAlloc

=head2 client_addr

  my $address = $c->client_addr;    # APR::SockAddr

The address of the peer: a proxy's, when there is one in between. See
L<Apache2::RequestRec/useragent_addr>.

=head2 client_ip

  my $ip     = $c->client_ip;         # string
  my $before = $c->client_ip($ip);

The same as text.

=head2 client_socket

  my $socket = $c->client_socket;    # APR::Socket
  my $before = $c->client_socket($socket);

=head2 conn_config

  my $config = $c->conn_config;    # Apache2::ConfVector

=head2 get_remote_host

  my $host = $c->get_remote_host;
  my $host = $c->get_remote_host($type);
  my $host = $c->get_remote_host( $type, $r->per_dir_config );

The name of the client, or its address, or undef. $type is one of the constants
C<:remotehost> of L<Apache2::Const>: REMOTE_HOST (the name or undef),
REMOTE_NAME (the default: the name or the address), REMOTE_NOLOOKUP (what is
known already), REMOTE_DOUBLE_REV (the name when it leads back to the address).
Names are looked up only where HostnameLookups is on, for which the
configuration must be passed.

=head2 id

  my $id = $c->id;    # integer

A number that no other open connection has.

=head2 input_filters, output_filters

  my $filter = $c->input_filters;    # Apache2::Filter
  my $before = $c->input_filters($filter);

The first filter of the connection.

=head2 keepalive

  my $state  = $c->keepalive;    # a :conn_keepalive constant
  my $before = $c->keepalive(Apache2::Const::CONN_CLOSE);

Whether the connection is kept open after this request. Any other value than
CONN_UNKNOWN, CONN_CLOSE and CONN_KEEPALIVE is refused.

=head2 keepalives

  my $count  = $c->keepalives;    # integer
  my $before = $c->keepalives($count);

How many requests the connection has had before this one.

=head2 local_addr

  my $address = $c->local_addr;    # APR::SockAddr

=head2 local_host

  my $host = $c->local_host;    # string or undef

Our name on this connection, when it has been looked up.

=head2 local_ip

  my $ip = $c->local_ip;    # string

=head2 log_id

  my $id = $c->log_id;    # string or undef

What C<%L> of ErrorLogFormat shows; httpd makes it when it first logs
something.

=head2 notes

  my $table  = $c->notes;    # APR::Table
  my $before = $c->notes($table);

Strings that modules leave for one another. Perl values:
L<Apache2::ConnectionUtil>.

=head2 pool

  my $pool = $c->pool;    # APR::Pool

Ends with the connection.

=head2 remote_host

  my $host = $c->remote_host;    # string or undef

The client's name, when it has been looked up; L</get_remote_host> looks it up.

=head2 sbh

  my $handle = $c->sbh;    # Apache2::ScoreboardHandle

The connection's place in the scoreboard, for C code.

=head1 SEE ALSO

L<Apache2::ConnectionUtil>, L<Apache2::RequestRec>

=cut
