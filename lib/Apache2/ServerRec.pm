package Apache2::ServerRec;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use Apache2::Log      ();
use mod_perl2         ();

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

Apache2::ServerRec - the main server or a virtual host, and its directives

=head1 SYNOPSIS

    use Apache2::ServerUtil ();
    use Apache2::ServerRec  ();

    for (my $s = Apache2::ServerUtil->server; $s; $s = $s->next) {
        print $s->server_hostname, ':', $s->port, "\n";
    }

=head1 DESCRIPTION

L<Apache2::ServerUtil/server>, L<Apache2::RequestRec/server> and
L<Apache2::Connection/base_server> give this object. You can use it until
httpd restarts.

A method with an argument sets the field and returns its old value. A value
that you set when the server starts is in every child process. A value that
you set later is only in this child process. Under a threaded MPM, setting
throws after the start, because other threads read the fields.

After C<use Apache2::ServerRec qw(warn)>, the package's C<warn> writes to the
error log of the server: see L<Apache2::Log/warn>.

=head1 METHODS

=head2 addrs

    $addresses = $s->addrs;

The method returns the addresses in the C<< <VirtualHost> >> line, for C code.

B<Returns:> an Apache2::ServerAddr.

B<Errors:> none of its own.

B<Example:>

    my $addresses = $s->addrs;

=head2 context

    $address = $s->context;
    $old     = $s->context($address);

The method reads or sets a pointer that a C module keeps in the server for
other modules. httpd itself does not use it. Perl can only pass it on to XS
code. Set it only to a pointer that such code gave you.

B<Returns:> an integer, the address; 0 if there is none.

B<Errors:> none of its own.

B<Example:>

    my $is_set = $s->context != 0;

=head2 error_fname

    $file = $s->error_fname;
    $old  = $s->error_fname($file);

The method reads or sets the file name of the directive C<ErrorLog>. If you
set it, httpd does not open the other file.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:> the full path of the error log.

    my $log = Apache2::ServerUtil::server_root_relative($r->pool,
        $r->server->error_fname);

=head2 is_virtual

    $bool = $s->is_virtual;
    $before = $s->is_virtual($number);

The method tells whether this is a virtual host, or sets what it tells from
then on, in this process.

B<Returns:> 1 or 0, or the number that was set before.

B<Errors:> none of its own.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:>

    my $kind = $s->is_virtual ? 'virtual host' : 'main server';

=head2 keep_alive, keep_alive_max, keep_alive_timeout

    $bool         = $s->keep_alive;
    $requests     = $s->keep_alive_max;
    $microseconds = $s->keep_alive_timeout;

The methods read or set the directives C<KeepAlive>, C<MaxKeepAliveRequests>
(0 for any number) and C<KeepAliveTimeout>. The timeout is in microseconds.

B<Returns:> an integer.

B<Errors:> none of their own.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:> five seconds.

    $s->keep_alive_timeout(5_000_000);

=head2 limit_req_fields, limit_req_fieldsize, limit_req_line

    $headers = $s->limit_req_fields;
    $bytes   = $s->limit_req_fieldsize;
    $bytes   = $s->limit_req_line;

The methods read or set the directives C<LimitRequestFields> (the number of
headers, 0 for any number), C<LimitRequestFieldSize> and C<LimitRequestLine>
(bytes).

B<Returns:> an integer.

B<Errors:> none of their own.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:> URIs of up to 16 KiB.

    $s->limit_req_line(16_380);

=head2 lookup_defaults, module_config

    $config = $s->lookup_defaults;
    $config = $s->module_config;

C<lookup_defaults> returns the default per-directory configuration, which holds
outside of all sections. C<module_config> returns the per-server configuration.
C code and L<Apache2::Module/get_config> take either as an argument.

B<Returns:> an Apache2::ConfVector.

B<Errors:> none of their own.

B<Example:>

    my $own = Apache2::Module::get_config('My::Module', $s,
        $s->lookup_defaults);

=head2 names, wild_names

    $names = $s->names;
    $old   = $s->names($names);

The methods read or set the names of the directive C<ServerAlias>, those
without and those with wildcards. The objects are for C code.

B<Returns:> an APR::ArrayHeader or undef.

B<Errors:> none of their own.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:>

    my $has_aliases = defined $s->names || defined $s->wild_names;

=head2 next

    $next = $s->next;

The method returns the next server in httpd's list. The main server is the
first, and its virtual hosts follow.

B<Returns:> an C<Apache2::ServerRec>, or undef at the end.

B<Errors:> none of its own.

B<Example:> when the server starts, all virtual hosts get a log handler.

    for (my $s = Apache2::ServerUtil->server; $s; $s = $s->next) {
        $s->push_handlers(PerlLogHandler => 'My::Log');
    }

=head2 path

    $path = $s->path;
    $old  = $s->path($path);

The method reads or sets the path of the directive C<ServerPath>.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:>

    my $path = $s->path // '/';

=head2 port

    $port = $s->port;
    $old  = $s->port($port);

The method reads or sets the port in the directive C<ServerName>, which httpd
uses for redirects. The port of a connection is C<< $c->local_addr->port >>.

B<Returns:> an integer; 0 if ServerName has no port.

B<Errors:> it throws if you set a number outside of 0 to 65535.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:>

    my $port = $s->port || 80;

=head2 process

    $process = $s->process;

The method returns httpd's record of the process, which has its pools.

B<Returns:> an L<Apache2::Process>.

B<Errors:> none of its own.

B<Example:> the pool of the configuration.

    my $pool = $s->process->pconf;

=head2 server_admin, server_hostname

    $mail = $s->server_admin;
    $name = $s->server_hostname;

The methods read or set the directives C<ServerAdmin> and C<ServerName>.

B<Returns:> a string.

B<Errors:> they throw if you set undef.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:>

    $r->print('Ask ', $r->server->server_admin);

=head2 server_scheme

    $scheme = $s->server_scheme;
    $old    = $s->server_scheme($scheme);

The method reads or sets the scheme in the directive C<ServerName>, for
example C<https>.

B<Returns:> a string, or undef if ServerName has none.

B<Errors:> setting throws after the server has started.

B<Phase:> when the server starts, for setting; any phase for reading.

B<Example:>

    my $scheme = $s->server_scheme // 'http';

=head2 timeout

    $microseconds = $s->timeout;
    $old          = $s->timeout($microseconds);

The method reads or sets the directive C<Timeout>, in microseconds.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> under a threaded MPM when the server starts, for setting; any phase
for reading.

B<Example:>

    my $seconds = $s->timeout / 1_000_000;

=head1 SEE ALSO

L<Apache2::ServerUtil>, L<Apache2::Process>, L<Apache2::Log>

=cut
