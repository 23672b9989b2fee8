package Apache2::ServerRec;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

# warn() can be imported: "use Apache2::ServerRec qw(warn)".
sub import {
    my ($class, @names) = @_;
    for my $name (@names) {
        if ($name ne 'warn') {
            require Carp;
            Carp::croak("$class exports warn, and not $name");
        }
        no strict 'refs';
        *{ caller() . '::warn' } = \&Apache2::ServerRec::warn;
    }
    return;
}

1;
__END__

=head1 NAME

Apache2::ServerRec - the main server or a virtual host

=head1 SYNOPSIS

  use Apache2::ServerUtil ();
  use Apache2::ServerRec ();

  for ( my $s = Apache2::ServerUtil->server; $s; $s = $s->next ) {
      print $s->server_hostname, ':', $s->port, "\n";
  }

=head1 DESCRIPTION

One object for each server, from L<Apache2::ServerUtil/server>,
L<Apache2::RequestRec/server> or L<Apache2::Connection/base_server>. It can be
used until httpd restarts.

A method with an argument sets the field and gives what it was before. What is
set at start-up holds in every child; what is set later, in the child that sets
it. Under a threaded MPM setting dies then, as other threads of the child read
the fields; C<context> can always be set. Numbers and strings that are not ones
are refused with a sentence.

C<use Apache2::ServerRec qw(warn);> makes the caller's C<warn> write to the
error log of the server; see L<Apache2::Log>.

=head1 METHODS

=head2 addrs

  my $addresses = $s->addrs;    # Apache2::ServerAddr

The addresses of the virtual host, for C code.

=head2 context

  my $address = $s->context;    # integer; 0: none
  my $before  = $s->context($address);

The address of something in C that a module has left in the server for others.
httpd itself does not use it. Perl can hand it to XS code and no more; what is
set must be an address that such code gave.

=head2 error_fname

  my $file   = $s->error_fname;    # string or undef
  my $before = $s->error_fname($file);

What ErrorLog says. Setting it does not open another file.

=head2 is_virtual

  my $virtual = $s->is_virtual;    # 1 or 0

=head2 keep_alive, keep_alive_max, keep_alive_timeout

  my $on      = $s->keep_alive;            # 1 or 0
  my $most    = $s->keep_alive_max;        # requests on a connection, 0: any
  my $us      = $s->keep_alive_timeout;    # wait for the next request
  my $before  = $s->keep_alive_timeout(5_000_000);

The time is in microseconds.

=head2 limit_req_fields, limit_req_fieldsize, limit_req_line

  my $headers = $s->limit_req_fields;      # how many, 0: any number
  my $bytes   = $s->limit_req_fieldsize;   # of one header
  my $bytes   = $s->limit_req_line;        # of the request line
  my $before  = $s->limit_req_line(8190);

=head2 lookup_defaults, module_config

  my $config = $s->lookup_defaults;    # Apache2::ConfVector
  my $config = $s->module_config;

The configuration of directories that have none of their own, and of the server
itself, for C code and L<Apache2::Module>.

=head2 names, wild_names

  my $names  = $s->names;    # APR::ArrayHeader or undef
  my $before = $s->names($names);

The names of ServerAlias without and with wildcards.

=head2 next

  my $next = $s->next;    # Apache2::ServerRec or undef

The main server is the first one, its virtual hosts follow.

=head2 path

  my $path   = $s->path;    # string or undef
  my $before = $s->path($path);

What ServerPath says.

=head2 port

  my $port   = $s->port;    # 0 to 65535
  my $before = $s->port(8080);

The port of ServerName, for redirects; 0 when it names none.

=head2 process

  my $process = $s->process;    # Apache2::Process

=head2 server_admin, server_hostname

  my $mail   = $s->server_admin;       # string
  my $name   = $s->server_hostname;    # string
  my $before = $s->server_admin('webmaster@example.com');

What ServerAdmin and ServerName say.

=head2 server_scheme

  my $scheme = $s->server_scheme;    # string or undef
  my $before = $s->server_scheme('https');

The scheme of ServerName. It can be set only while the server starts.

=head2 timeout

  my $us     = $s->timeout;
  my $before = $s->timeout(60_000_000);

The time of the Timeout directive, in microseconds.

=head1 SEE ALSO

L<Apache2::ServerUtil>, L<Apache2::Process>, L<Apache2::Log>

=cut
