package Apache2::ServerRec;

use v5.36;

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
    use Apache2::ServerRec  ();

    for (my $s = Apache2::ServerUtil->server; $s; $s = $s->next) {
        print $s->server_hostname, ':', $s->port, "\n";
    }

=head1 DESCRIPTION

Each server has one object, from L<Apache2::ServerUtil/server>,
L<Apache2::RequestRec/server> or L<Apache2::Connection/base_server>. You can
use it until httpd restarts.

A method with an argument sets the field and returns the value from before. A
value set while the server starts holds in every child. A value set later holds
in the child that sets it. Under a threaded MPM setting throws then, because
other threads of the child read the fields.

C<use Apache2::ServerRec qw(warn);> makes the caller's C<warn> write to the
error log of the server: see L<Apache2::Log/warn>.

=head1 METHODS

=head2 addrs

    $addresses = $s->addrs;

The method gives the addresses of the virtual host, for C code.

B<Returns:> an Apache2::ServerAddr.

B<Errors:> none of its own.

B<Example:>

    my $addresses = $s->addrs;

=head2 context

    $address = $s->context;
    $old     = $s->context($address);

The method reads or sets the address of something in C that a module has left in
the server for others. httpd itself does not use it. Perl can only hand it to XS
code. A value that you set must be an address that such code gave.

B<Returns:> an integer; 0 for none.

B<Errors:> none of its own.

B<Example:>

    my $is_set = $s->context != 0;

=head2 error_fname

    $file = $s->error_fname;
    $old  = $s->error_fname($file);

The method reads or sets what ErrorLog says. Setting it does not open another
file.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    my $log = Apache2::ServerUtil::server_root_relative($r->pool,
        $r->server->error_fname);

=head2 is_virtual

    $bool = $s->is_virtual;

The method says whether this is a virtual host.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    my $kind = $s->is_virtual ? 'virtual host' : 'main server';

=head2 keep_alive, keep_alive_max, keep_alive_timeout

    $bool         = $s->keep_alive;
    $requests     = $s->keep_alive_max;
    $microseconds = $s->keep_alive_timeout;

The methods read or set KeepAlive, MaxKeepAliveRequests (0 for any number) and
KeepAliveTimeout, in microseconds.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    $s->keep_alive_timeout(5_000_000);    # five seconds

=head2 limit_req_fields, limit_req_fieldsize, limit_req_line

    $headers = $s->limit_req_fields;
    $bytes   = $s->limit_req_fieldsize;
    $bytes   = $s->limit_req_line;

The methods read or set how many headers a request may have (0 for any
number), and how long one header and the request line may be.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    $s->limit_req_line(16_380);

=head2 lookup_defaults, module_config

    $config = $s->lookup_defaults;
    $config = $s->module_config;

The first is the configuration of directories that have none of their own, the
second that of the server itself. They are for C code and
L<Apache2::Module/get_config>.

B<Returns:> an Apache2::ConfVector.

B<Errors:> none of its own.

B<Example:>

    my $own = Apache2::Module::get_config('My::Module', $s,
        $s->lookup_defaults);

=head2 names, wild_names

    $names = $s->names;
    $old   = $s->names($names);

The methods give the names of ServerAlias without and with wildcards, for C
code.

B<Returns:> an APR::ArrayHeader or undef.

B<Errors:> none of its own.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    my $has_aliases = defined $s->names || defined $s->wild_names;

=head2 next

    $next = $s->next;

The method gives the next server. The main server is the first one, its
virtual hosts follow.

B<Returns:> an C<Apache2::ServerRec>, or undef at the end.

B<Errors:> none of its own.

B<Example:> while the server starts.

    for (my $s = Apache2::ServerUtil->server; $s; $s = $s->next) {
        $s->push_handlers(PerlLogHandler => 'My::Log');
    }

=head2 path

    $path = $s->path;
    $old  = $s->path($path);

The method reads or sets what ServerPath says.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    my $path = $s->path // '/';

=head2 port

    $port = $s->port;
    $old  = $s->port($port);

The method reads or sets the port of ServerName, for redirects. The port of a
connection is C<< $c->local_addr->port >>.

B<Returns:> an integer; 0 if ServerName has no port.

B<Errors:> it throws if you set something else than 0 to 65535.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    my $port = $s->port || 80;

=head2 process

    $process = $s->process;

The method gives the process that the server is in.

B<Returns:> an L<Apache2::Process>.

B<Errors:> none of its own.

B<Example:>

    my $pool = $s->process->pconf;

=head2 server_admin, server_hostname

    $mail = $s->server_admin;
    $name = $s->server_hostname;

The methods read or set what ServerAdmin and ServerName say.

B<Returns:> a string.

B<Errors:> they throw if you set undef.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    $r->print('Ask ', $r->server->server_admin);

=head2 server_scheme

    $scheme = $s->server_scheme;
    $old    = $s->server_scheme($scheme);

The method reads or sets the scheme of ServerName.

B<Returns:> a string, or undef if ServerName has none.

B<Errors:> setting throws after the server has started.

B<Phase:> setting: while the server starts. Reading: any phase.

B<Example:>

    my $scheme = $s->server_scheme // 'http';

=head2 timeout

    $microseconds = $s->timeout;
    $old          = $s->timeout($microseconds);

The method reads or sets the Timeout directive, in microseconds.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> setting: under a threaded MPM while the server starts. Reading: any
phase.

B<Example:>

    my $seconds = $s->timeout / 1_000_000;

=head1 SEE ALSO

L<Apache2::ServerUtil>, L<Apache2::Process>, L<Apache2::Log>

=cut
