package Apache2::RequestUtil;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::RequestUtil - PerlSetVar, pnotes, handlers and configuration of a
request

=head1 SYNOPSIS

    use Apache2::RequestUtil ();

    my $limit = $r->dir_config('Limit') // 10;
    $r->pnotes(session => $session);
    $r->push_handlers(PerlCleanupHandler => sub { $session->save });

=head1 DESCRIPTION

These methods of L<Apache2::RequestRec> read the configuration of a request,
add handlers to its later phases, and keep values for them.

=head2 notes, pnotes, dir_config or subprocess_env?

=over

=item C<< $r->notes >>

Strings for other modules, also those in C, and for the access log.

=item C<< $r->pnotes >>

Perl values that handlers of one request share.

=item C<< $c->pnotes >>

Perl values that all requests of one connection share:
L<Apache2::ConnectionUtil>.

=item C<< $r->dir_config >>

Strings from the configuration: PerlSetVar and PerlAddVar.

=item C<< $r->subprocess_env >>

Strings for CGI programs, for C<%ENV> and for programs that the request
starts.

=back

=head1 METHODS

=head2 add_config

    $r->add_config($lines);
    $r->add_config($lines, $override, $path, $override_options);

The method applies configuration lines to the rest of this request, as if they
stood in a F<.htaccess> file. $lines is a reference to an array. An element
can hold several lines.

$override says which directives are legal, as constants of the group
C<:override>. By default these are all directives that F<.htaccess> can have.
$path is the directory that the lines are for, by default the current location
or F</>. $override_options says which C<Options> are legal, as constants of
the group C<:options>, by default all.

B<Returns:> nothing.

B<Errors:> it throws httpd's message, with the number of the line, if httpd
refuses a line. mehari refuses PerlModule, PerlRequire and Perl handlers,
because the lines often come from data. Use C<push_handlers> for a handler.

B<Phase:> before the phase that the lines are for: PerlHeaderParserHandler for
authentication, PerlFixupHandler for C<SetHandler>.

B<Example:> a PerlHeaderParserHandler protects some URIs with a password.

    if ($r->uri =~ m{/private/}) {
        $r->add_config([
            'AuthType Basic', 'AuthName "Members"',
            'AuthUserFile /etc/httpd/members', 'Require valid-user'
        ]);
    }
    return Apache2::Const::OK;

=head2 as_string

    $text = $r->as_string;

The method returns the request as text, for debugging: the request line, the
request headers, an empty line, the status line and the response headers. The
text can contain passwords and cookies.

B<Returns:> a string of several lines.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug($r->as_string);

=head2 child_terminate

    $r->child_terminate;

The method ends the child process after this request, for example because the
request has used much memory. In a worker (PerlUsePool) it ends the worker.

B<Returns:> nothing.

B<Errors:> it throws in httpd under a threaded MPM, because other requests
share the process.

B<Example:>

    $r->child_terminate if $r->finfo->size > 100_000_000;

=head2 dir_config

    $value = $r->dir_config($key);
    $table = $r->dir_config;
    $r->dir_config($key => $value);

The method reads the variables that PerlSetVar and PerlAddVar set for the
directory or location. A directory inherits the variables of its server. You
can also set a value, with the method or through its table. Other requests do
not see this value. A value of undef removes the variable.

B<Returns:> with a name the first value, a string, or undef; without arguments
an L<APR::Table> of all variables; with a name and a value nothing.

B<Errors:> none of its own.

B<Example:> the configuration has C<PerlSetVar Limit 20> and
C<PerlAddVar Host> with several values.

    my $limit = $r->dir_config('Limit') // 10;
    my @hosts = $r->dir_config->get('Host');

=head2 document_root

    $directory = $r->document_root;
    $old       = $r->document_root($directory);

The method reads or sets the C<DocumentRoot> of this request. Other requests
keep theirs.

B<Returns:> a string.

B<Errors:> setting throws under a threaded MPM after the server has started.

B<Phase:> PerlPostReadRequestHandler and PerlTransHandler for setting, not
under a threaded MPM; any phase for reading.

B<Example:> a PerlTransHandler with one directory for each host.

    my ($host) = ($r->hostname // '') =~ /\A([a-z0-9.-]+)\z/;
    $r->document_root("/srv/hosts/$host") if $host;
    return Apache2::Const::DECLINED;

=head2 get_handlers

    $subs = $r->get_handlers($directive);

The method returns the handlers that this request has for a phase. $directive
is the name of a handler directive, for example C<PerlFixupHandler>.

B<Returns:> a reference to an array of code references, or undef if the phase
never had any. A handler whose code cannot be found is there by its name.

B<Errors:> it throws if there is no such directive, and for a directive whose
phase belongs to the server or the connection, for example
PerlChildInitHandler.

B<Example:> the number of handlers of a phase.

    my $count = @{ $r->get_handlers('PerlFixupHandler') // [] };

=head2 push_handlers

    $bool = $r->push_handlers($directive => $handler);

The method adds handlers to a phase of this request. They run after the
configured handlers. $handler is a code reference, the name of a sub or
package as in the directive, or a reference to an array of these.

B<Returns:> true.

B<Errors:> it throws as C<get_handlers> does. In a worker (PerlUsePool) it
also throws for a phase that runs in httpd.

B<Phase:> in an earlier phase than the new handler's, or in the same phase.

B<Example:> work after the response. The client does not wait for it, but this
process does: see F<docs/jobs.md> for long jobs.

    my $file = $r->filename;
    $r->push_handlers(PerlCleanupHandler => sub ($r) {
        unlink "$file.tmp";
        return Apache2::Const::OK;
    });

=head2 set_handlers

    $bool = $r->set_handlers($directive => $handler);

The method replaces the handlers of a phase for this request. With undef or an
empty array, the phase has no Perl handlers.

B<Returns:> true.

B<Errors:> it throws as C<push_handlers> does.

B<Phase:> in an earlier phase than the new handler's.

B<Example:> a PerlFixupHandler chooses the response handler, and switches the
Perl logging off.

    $r->handler('modperl');
    $r->set_handlers(PerlResponseHandler => 'My::Page::handler');
    $r->set_handlers(PerlLogHandler => undef);
    return Apache2::Const::OK;

=head2 get_limit_req_body

    $bytes = $r->get_limit_req_body;

The method returns the size that C<LimitRequestBody> allows for a body here.

B<Returns:> an integer, bytes; 0 if there is no limit.

B<Errors:> none of its own.

B<Example:> a handler refuses a large body before it reads anything.

    my $limit  = $r->get_limit_req_body;
    my $length = $r->headers_in->{'Content-Length'} // 0;
    return Apache2::Const::HTTP_REQUEST_ENTITY_TOO_LARGE
        if $limit && $length > $limit;

=head2 get_server_name, get_server_port

    $name = $r->get_server_name;
    $port = $r->get_server_port;

The methods return the name and the port of this server, for URLs that you
make. With C<UseCanonicalName On> they are those of the directive
C<ServerName>. With C<Off>, httpd's default, the client's C<Host> header
decides.

B<Returns:> C<get_server_name> a string, C<get_server_port> an integer.

B<Errors:> none of their own.

B<Example:>

    my $site = $r->get_server_name . ':' . $r->get_server_port;

=head2 is_initial_req

    $bool = $r->is_initial_req;

The method tells whether the client has sent this request itself. The result
is false in a subrequest, and after an internal redirect.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:> an authentication handler works once for each request of a client.

    return Apache2::Const::OK if !$r->is_initial_req;

=head2 is_perl_option_enabled

    $bool = $r->is_perl_option_enabled($name);

The method tells whether an option of the directive C<PerlOptions> is on here.

B<Returns:> 1 or 0.

B<Errors:> it throws if there is no option of that name.

B<Example:> fill C<%ENV> if the configuration does not do it.

    $r->subprocess_env if !$r->is_perl_option_enabled('SetupEnv');

=head2 location

    $location = $r->location;

The method returns the path of the C<< <Location> >> section that the request
is in.

B<Returns:> a string, or undef if there is no such section.

B<Errors:> none of its own.

B<Example:> the part of the URI that follows the location.

    my $path = substr $r->uri, length($r->location // '');

=head2 location_merge

    $bool = $r->location_merge($location);

The method applies a C<< <Location> >> section of the configuration to this
request, as if its URI were there. The settings of other sections no longer
apply.

B<Returns:> true, or false if there is no section with exactly this path.

B<Errors:> it throws in a worker (PerlUsePool).

B<Phase:> up to PerlHeaderParserHandler, because later phases use the
settings.

B<Example:> a switch for maintenance.

    $r->location_merge('/maintenance') if -e '/srv/maintenance';

=head2 new

    $r = Apache2::RequestRec->new($c);
    $r = Apache2::RequestRec->new($c, $pool);

The method creates a request without a client's request: C<GET /> on the
connection $c, an L<Apache2::Connection>. The request has a memory pool of its
own below the connection's, or uses $pool, an L<APR::Pool>.

B<Returns:> an L<Apache2::RequestRec>.

B<Errors:> none of its own.

B<Phase:> PerlProcessConnectionHandler.

B<Example:> a server for another protocol uses the C<Require> lines of a
C<< <Location> >> section.

    my $r = Apache2::RequestRec->new($c);
    $r->location_merge('/smtp');
    return Apache2::Const::FORBIDDEN
        if $r->run_access_checker != Apache2::Const::OK;

=head2 no_cache

    $flag = $r->no_cache;
    $old  = $r->no_cache($flag);

With a true flag the method sets the headers C<Pragma: no-cache> and
C<Cache-control: no-cache>. These headers tell browsers and proxies to ask
again each time. With a false flag the method removes both headers.

B<Returns:> an integer, the old flag.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:>

    $r->no_cache(1);
    $r->print(scalar localtime);

=head2 pnotes

    $hash  = $r->pnotes;
    $value = $r->pnotes($key);
    $value = $r->pnotes($key => $value);

The method keeps Perl values that handlers of this request share. It keeps the
variable itself, not a copy: if you change $value later, the note changes too.
Pass an expression, for example C<"$value">, to keep a copy. Perl frees all
values when the request ends, after its cleanup handlers.

B<Returns:> without arguments a reference to the hash of all notes; with a key
its value, or undef; with a key and a value that value.

B<Errors:> none of its own.

B<Example:> an authentication handler leaves a user for the response.

    $r->pnotes(account => { name => $r->user, plan => 'gold' });

In the response handler:

    my $account = $r->pnotes('account') // return Apache2::Const::FORBIDDEN;
    $r->print("hello, $account->{name}\n");

=head2 pnotes_kill

    $r->pnotes_kill;

The method removes all notes now. Perl frees their values.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:> close the files in the notes before a long download.

    $r->pnotes_kill;
    $r->sendfile($file);

=head2 psignature

    $html = $r->psignature($prefix);

The method returns the line about the server that C<ServerSignature> puts under
httpd's own pages, with a prefix.

B<Returns:> a string of HTML; empty if ServerSignature is off.

B<Errors:> none of its own.

B<Example:>

    $r->print($r->psignature("<hr>\n"));

=head2 set_basic_credentials

    $r->set_basic_credentials($user, $password);

The method sets the request's C<Authorization> header, as if the client had
sent this user name and password.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before authentication: PerlPostReadRequestHandler to
PerlAccessHandler.

B<Example:> mod_proxy sends this password to the backend.

    $r->set_basic_credentials('proxy', $r->dir_config('Password') // '');

=head2 slurp_filename

    $content = $r->slurp_filename;
    $content = $r->slurp_filename($tainted);

The method reads the whole file C<< $r->filename >>. Under taint checks the
content is tainted, unless $tainted is false.

B<Returns:> a reference to a string of bytes.

B<Errors:> it throws an L<APR::Error> if the file cannot be read, and a string
if the request has no file yet.

B<Phase:> after PerlMapToStorageHandler.

B<Example:> a template with one variable.

    my $content = $r->slurp_filename;
    $$content =~ s/\{\{name\}\}/$r->user/ge;
    $r->print($$content);

=head1 FUNCTIONS

=head2 get_status_line

    $line = Apache2::RequestUtil::get_status_line($status);

The function returns the usual status line for an HTTP status.

B<Returns:> a string such as C<404 Not Found>; the line of 500 for an unknown
status.

B<Errors:> none of its own.

B<Example:>

    my $line = Apache2::RequestUtil::get_status_line($r->status);

=head2 register_auth_provider

    $rc = Apache2::RequestUtil::register_auth_provider($pool, $group,
        $name, $version, $callback1, $callback2, $type);

The function registers a provider, which is Perl code that checks passwords
(authentication) or permissions (authorization). The directives
C<AuthBasicProvider $name>, C<AuthDigestProvider $name> and C<Require $name>
then use it.

=over

=item $group, $version

For passwords AUTHN_PROVIDER_GROUP and AUTHN_PROVIDER_VERSION, for permissions
AUTHZ_PROVIDER_GROUP and AUTHZ_PROVIDER_VERSION.

=item $type

AUTH_INTERNAL_PER_CONF. This constant and the others are in L<Apache2::Const>.

=item $callback1, $callback2

Code references, or names of subs. $callback2 can be undef.

=back

The directives PerlAddAuthnProvider and PerlAddAuthzProvider do the same in
the configuration. A provider lasts until httpd reads its configuration again,
whatever the pool. A second provider of the same name replaces the callbacks
of the first.

B<Returns:> an integer: 0, or the status with which httpd has refused the
provider.

B<Errors:> it throws during a request. If a callback dies, exits or returns
none of the constants, mehari logs this, and the client gets 500. A callback
that returns nothing or undef denies access.

B<Phase:> when the server starts, before the line that names the provider: in
PerlConfigRequire, PerlLoadModule or C<< <Perl> >>.

B<Example:> a provider of passwords. After AUTH_USER_NOT_FOUND httpd asks the
next provider. Only AuthDigestProvider needs the second callback.

    use Digest::MD5 ();

    our %password = (joe => 'secret');

    sub check_password ($r, $user, $password) {
        return Apache2::Const::AUTH_USER_NOT_FOUND
            if !exists $password{$user};
        return $password eq $password{$user}
            ? Apache2::Const::AUTH_GRANTED
            : Apache2::Const::AUTH_DENIED;
    }

    sub get_realm_hash ($r, $user, $realm, $hash) {
        return Apache2::Const::AUTH_USER_NOT_FOUND
            if !exists $password{$user};
        $$hash = Digest::MD5::md5_hex("$user:$realm:$password{$user}");
        return Apache2::Const::AUTH_USER_FOUND;
    }

    Apache2::RequestUtil::register_auth_provider(
        Apache2::ServerUtil->server->process->pconf,
        Apache2::Const::AUTHN_PROVIDER_GROUP,
        'staff',
        Apache2::Const::AUTHN_PROVIDER_VERSION,
        \&check_password,
        \&get_realm_hash,
        Apache2::Const::AUTH_INTERNAL_PER_CONF
    );

A provider of permissions has one callback for requests and one for
configuration lines. httpd calls the first also before it knows the user. If
the callback then returns AUTHZ_DENIED_NO_USER, httpd asks the client for a
password. httpd calls the second for each C<Require> line that it reads. This
callback returns undef, or the text of an error that stops the start.

    sub check_authorization ($r, $arguments) {
        return Apache2::Const::AUTHZ_DENIED_NO_USER if !defined $r->user;
        return Apache2::Const::AUTHZ_GRANTED;
    }

    sub parse_require_line ($parms, $arguments) {
        return $arguments =~ /\S/ ? undef : 'name a group';
    }

=head2 request

    $r   = Apache2::RequestUtil->request;
    $old = Apache2::RequestUtil->request($r);

The method returns the current request, for code that does not get C<$r> as an
argument. With an argument, it makes $r the current request.
C<PerlOptions +GlobalRequest> must be on. Under C<SetHandler perl-script> it
is on by default.

B<Returns:> an L<Apache2::RequestRec>.

B<Errors:> it throws "Global $r object is not available. Set: PerlOptions
+GlobalRequest in httpd.conf" if the option is off or no request is handled.

B<Phase:> during a request.

B<Example:> a function deep in a library needs the client's address.

    sub client_address {
        return Apache2::RequestUtil->request->useragent_ip;
    }

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::ServerUtil>, L<Apache2::ConnectionUtil>,
L<Apache2::Access>

=cut
