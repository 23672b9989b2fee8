package Apache2::RequestUtil;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::RequestUtil - a request's configuration, handlers and notes

=head1 SYNOPSIS

    use Apache2::RequestUtil ();

    my $limit = $r->dir_config('Limit') // 10;
    $r->pnotes(session => $session);
    $r->push_handlers(PerlCleanupHandler => sub { $session->save });

=head1 DESCRIPTION

These methods of L<Apache2::RequestRec> read the configuration that holds for
a request, and give the request handlers and values for its later phases.

=head2 notes, pnotes, dir_config or subprocess_env?

=over

=item C<< $r->notes >>

Strings, also for modules in C and for the access log.

=item C<< $r->pnotes >>

Perl values, between handlers of one request.

=item C<< $c->pnotes >>

Perl values for all requests of one connection: L<Apache2::ConnectionUtil>.

=item C<< $r->dir_config >>

Strings from the configuration (PerlSetVar).

=item C<< $r->subprocess_env >>

Strings for programs that the request starts, and for %ENV.

=back

=head1 METHODS

=head2 add_config

    $r->add_config($lines);
    $r->add_config($lines, $override, $path, $override_options);

The method obeys configuration lines for the rest of this request. $lines is a
reference to an array; an element may hold several lines. $override says which
directives are legal, as constants C<:override> (the default is all that
.htaccess may have). $path is the directory that the lines belong to (the
default is the location that holds here, or F</>). $override_options says
which Options are legal, as constants C<:options>.

B<Returns:> nothing.

B<Errors:> it throws httpd's message and the number of the line that is
refused.

B<Phase:> before the phase that the lines are for: authentication is
configured in PerlHeaderParserHandler at the latest, a handler in
PerlFixupHandler.

B<Example:> a PerlHeaderParserHandler protects what a table says.

    if ($r->uri =~ m{/private/}) {
        $r->add_config([
            'AuthType Basic', 'AuthName "Members"',
            'AuthUserFile /etc/httpd/members', 'Require valid-user'
        ]);
    }
    return Apache2::Const::OK;

=head2 as_string

    $text = $r->as_string;

The method shows a request for debugging: the request line and headers, an
empty line, the status line and headers of the response.

B<Returns:> a string of several lines.

B<Errors:> none of its own.

B<Example:>

    $r->log->debug($r->as_string);

=head2 child_terminate

    $r->child_terminate;

The method ends this child process when the request is over, for example
because it has loaded something large. In a worker (PerlUsePool) it ends the
worker.

B<Returns:> nothing.

B<Errors:> it throws under a threaded MPM, where other requests share the
process.

B<Example:>

    $r->child_terminate if $r->finfo->size > 100_000_000;

=head2 dir_config

    $value = $r->dir_config($key);
    $table = $r->dir_config;
    $r->dir_config($key => $value);

The method reads what PerlSetVar and PerlAddVar say here: the directory's value,
or else the server's. A value that you set, also through the table, holds for
this request only. A value of undef removes the key.

B<Returns:> with a key the first value (a string) or undef; without arguments
an L<APR::Table> of the directory's variables; with a value nothing.

B<Errors:> none of its own.

B<Example:> with C<PerlSetVar Limit 20> and two C<PerlAddVar Host> lines.

    my $limit = $r->dir_config('Limit') // 10;
    my @hosts = $r->dir_config->get('Host');

=head2 document_root

    $directory = $r->document_root;
    $old       = $r->document_root($directory);

The method reads or sets the DocumentRoot of this request.

B<Returns:> a string.

B<Errors:> setting throws under a threaded MPM after the server has started.

B<Phase:> setting: PerlPostReadRequestHandler and PerlTransHandler, before the
URI is translated; not under a threaded MPM. Reading: any phase.

B<Example:> a PerlTransHandler with one directory per host.

    my ($host) = ($r->hostname // '') =~ /\A([a-z0-9.-]+)\z/;
    $r->document_root("/srv/hosts/$host") if $host;
    return Apache2::Const::DECLINED;

=head2 get_handlers

    $subs = $r->get_handlers($directive);

The method lists the handlers of a phase for this request.

B<Returns:> a reference to an array of code references, or undef if there are
none. A handler whose code cannot be found is there by its name.

B<Errors:> it throws if there is no such directive, and for phases of the
server or the connection, such as PerlChildInitHandler.

B<Example:>

    my $count = @{ $r->get_handlers('PerlFixupHandler') // [] };

=head2 push_handlers

    $bool = $r->push_handlers($directive => $handler);

The method adds handlers to a phase of this request, after those that are
configured. A handler is a code reference, a name as the directive has it, or
a reference to an array of these.

B<Returns:> true.

B<Errors:> it throws as C<get_handlers> does, and in a worker (PerlUsePool)
for phases that run in httpd.

B<Phase:> before the phase of the directive.

B<Example:> work that the client does not wait for.

    my $file = $r->filename;
    $r->push_handlers(PerlCleanupHandler => sub ($r) {
        unlink "$file.tmp";
        return Apache2::Const::OK;
    });

=head2 set_handlers

    $bool = $r->set_handlers($directive => $handler);

The method replaces the handlers of a phase for this request. undef or an
empty array removes all of them.

B<Returns:> true.

B<Errors:> it throws as C<push_handlers> does.

B<Phase:> before the phase of the directive.

B<Example:> a PerlFixupHandler chooses the handler.

    $r->handler('modperl');
    $r->set_handlers(PerlResponseHandler => 'My::Page::handler');
    $r->set_handlers(PerlLogHandler => undef);
    return Apache2::Const::OK;

=head2 get_limit_req_body

    $bytes = $r->get_limit_req_body;

The method gives the largest body that LimitRequestBody allows here.

B<Returns:> an integer; 0 for any length.

B<Errors:> none of its own.

B<Example:>

    my $limit  = $r->get_limit_req_body;
    my $length = $r->headers_in->{'Content-Length'} // 0;
    return Apache2::Const::HTTP_REQUEST_ENTITY_TOO_LARGE
        if $limit && $length > $limit;

=head2 get_server_name, get_server_port

    $name = $r->get_server_name;
    $port = $r->get_server_port;

The methods give the name and the port for URLs that lead back to this server.
UseCanonicalName says whether they come from ServerName or from the client.

B<Returns:> a string; an integer.

B<Errors:> none of its own.

B<Example:>

    my $site = $r->get_server_name . ':' . $r->get_server_port;

=head2 is_initial_req

    $bool = $r->is_initial_req;

The method says whether this is the request of the client, and neither a
subrequest nor the target of an internal redirect.

B<Returns:> true or false.

B<Errors:> none of its own.

B<Example:> an authentication handler works once for each request.

    return Apache2::Const::OK if !$r->is_initial_req;

=head2 is_perl_option_enabled

    $bool = $r->is_perl_option_enabled($name);

The method says whether one of PerlOptions is on here.

B<Returns:> 1 or 0.

B<Errors:> it throws if there is no option of that name.

B<Example:>

    $r->subprocess_env if !$r->is_perl_option_enabled('SetupEnv');

=head2 location

    $location = $r->location;

The method gives the argument of the E<lt>LocationE<gt> section that holds
here.

B<Returns:> a string, or undef outside of such sections.

B<Errors:> none of its own.

B<Example:> what follows the location in the URI.

    my $path = substr $r->uri, length($r->location // '');

=head2 location_merge

    $bool = $r->location_merge($location);

The method makes the E<lt>LocationE<gt> section of exactly that name hold for
this request.

B<Returns:> true, or false if there is no such section.

B<Errors:> it throws in a worker (PerlUsePool).

B<Phase:> up to PerlHeaderParserHandler, because the later phases use the
section.

B<Example:>

    $r->location_merge('/maintenance') if -e '/srv/maintenance';

=head2 new

    $r = Apache2::RequestRec->new($c);
    $r = Apache2::RequestRec->new($c, $pool);

The method makes a request that no client sent: GET of /, on the connection $c
(an L<Apache2::Connection>). It lives in a pool of its own below the
connection's, or in $pool (an L<APR::Pool>).

B<Returns:> an L<Apache2::RequestRec>.

B<Errors:> none of its own.

B<Phase:> protocol handlers (PerlProcessConnectionHandler).

B<Example:> a protocol handler asks httpd's configuration whether a client may
come in.

    my $r = Apache2::RequestRec->new($c);
    $r->location_merge('/smtp');
    return Apache2::Const::FORBIDDEN
        if $r->run_access_checker != Apache2::Const::OK;

=head2 no_cache

    $flag = $r->no_cache;
    $old  = $r->no_cache($flag);

With a true flag the method sets the headers Pragma and Cache-control, which
tell browsers and proxies not to keep the response. With a false one it
removes them.

B<Returns:> an integer: the flag from before.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:>

    $r->no_cache(1);
    $r->print(scalar localtime);

=head2 pnotes

    $hash  = $r->pnotes;
    $value = $r->pnotes($key);
    $value = $r->pnotes($key => $value);

The method keeps Perl values that handlers of this request leave for one
another. It keeps the variable itself, not a copy: if you change $value later,
the note changes. Pass an expression, for example C<"$value">, to keep a copy.
Perl lets go of all values when the request ends, after its cleanup handlers.

B<Returns:> without arguments a reference to the hash; with a key the value or
undef; with a value that value.

B<Errors:> none of its own.

B<Example:> an authentication handler leaves a user for the response.

    $r->pnotes(account => { name => $r->user, plan => 'gold' });

    my $account = $r->pnotes('account');    # in the response handler
    $r->print("hello, $account->{name}\n") if $account;

=head2 pnotes_kill

    $r->pnotes_kill;

The method lets go of all notes now. Their destructors run.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $r->pnotes_kill;    # closes the files in them before a long download
    $r->sendfile($file);

=head2 psignature

    $html = $r->psignature($prefix);

The method gives the line that ServerSignature wants under a page, after a
prefix.

B<Returns:> a string; empty if ServerSignature is off.

B<Errors:> none of its own.

B<Example:>

    $r->print($r->psignature("<hr>\n"));

=head2 set_basic_credentials

    $r->set_basic_credentials($user, $password);

The method sets the Authorization header as if the client had sent it.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> before authentication: PerlPostReadRequestHandler to
PerlAccessHandler.

B<Example:> the password for an upstream server.

    $r->set_basic_credentials('proxy', $r->dir_config('Password') // '');

=head2 slurp_filename

    $content = $r->slurp_filename;
    $content = $r->slurp_filename($tainted);

The method reads the file C<< $r->filename >>. Under taint checks the content
is tainted, unless the argument is false.

B<Returns:> a reference to a string.

B<Errors:> it throws an L<APR::Error> if the file cannot be read.

B<Phase:> after PerlMapToStorageHandler.

B<Example:>

    my $content = $r->slurp_filename;
    $$content =~ s/\{\{name\}\}/$r->user/ge;
    $r->print($$content);

=head1 FUNCTIONS

=head2 get_status_line

    $line = Apache2::RequestUtil::get_status_line($status);

The function gives the usual text of a status.

B<Returns:> a string such as C<404 Not Found>. An unknown status has the line
of 500.

B<Errors:> none of its own.

B<Example:>

    my $line = Apache2::RequestUtil::get_status_line($r->status);

=head2 register_auth_provider

    $rc = Apache2::RequestUtil::register_auth_provider($pool, $group,
        $name, $version, $callback1, $callback2, $type);

The function makes a provider of passwords or of permissions.
C<AuthBasicProvider $name>, C<AuthDigestProvider $name> or C<Require $name>
then use it. $group and $version are AUTHN_PROVIDER_GROUP and
AUTHN_PROVIDER_VERSION, or AUTHZ_PROVIDER_GROUP and AUTHZ_PROVIDER_VERSION.
$type is AUTH_INTERNAL_PER_CONF. All are constants of L<Apache2::Const>. A
callback is a code reference or the name of a sub. The second may be undef.

PerlAddAuthnProvider and PerlAddAuthzProvider do the same in the configuration.
The provider lasts until the configuration is read again, whatever the pool. A
second provider of one name replaces the callbacks of the first.

B<Returns:> 0, or the status with which httpd refused it.

B<Errors:> a callback that dies, exits, or returns none of the constants is
logged, and the client gets 500. Returning nothing or undef denies.

B<Phase:> while the server starts, before the line that names the provider:
PerlConfigRequire, PerlLoadModule or E<lt>PerlE<gt>.

B<Example:> passwords. After AUTH_USER_NOT_FOUND httpd asks the next provider.
Only AuthDigestProvider needs the second callback.

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

Permissions have a callback for requests, and one that sees each C<Require>
line when it is read. The second returns undef, or the error that stops the
start. httpd asks the first also before there is a user: AUTHZ_DENIED_NO_USER
makes it ask the client for a password.

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

The method gives the request that is handled now, for code that is not given
$r. An argument becomes the global request. PerlOptions +GlobalRequest must be
on. Under perl-script it is, unless you switch it off.

B<Returns:> an L<Apache2::RequestRec>.

B<Errors:> it throws "Global $r object is not available. Set: PerlOptions
+GlobalRequest in httpd.conf" if the option is off or no request is handled.

B<Phase:> while a request is handled.

B<Example:>

    sub client_address {
        return Apache2::RequestUtil->request->useragent_ip;
    }

=head1 SEE ALSO

L<Apache2::RequestRec>, L<Apache2::ServerUtil>, L<Apache2::ConnectionUtil>,
L<Apache2::Access>

=cut
