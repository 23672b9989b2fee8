package Apache2::RequestRec;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::RequestRec - the request object: headers, URI, status and other
fields

=head1 SYNOPSIS

    use Apache2::RequestRec ();
    use Apache2::RequestIO  ();
    use Apache2::Const -compile => qw(OK);

    sub handler {
        my $r = shift;
        $r->content_type('text/plain');
        $r->headers_out->set('Cache-Control' => 'no-store');
        $r->print('You asked for ', $r->uri, "\n");
        return Apache2::Const::OK;
    }

=head1 DESCRIPTION

httpd passes this object to each handler of a request. By custom it is called
C<$r>. You can use it until the request has been logged and its cleanup
handlers have run. After that, each method throws: "called after the request
ended; do not keep $r in a global".

Most methods read a field of httpd's C<request_rec>. With an argument, they
set the field and return its old value. You can set a field to undef where its
section says "string or undef".

Other modules have more methods of a request: L<Apache2::RequestIO> (reading
and printing), L<Apache2::RequestUtil>, L<Apache2::Response>,
L<Apache2::Access>, L<Apache2::SubRequest>, L<Apache2::Log>, L<Apache2::URI>
and L<Apache2::Filter>. You can call all of them, whichever of these modules
you load.

=head2 Three tables of headers

=over

=item L</headers_in>

The headers of the request.

=item L</headers_out>

The headers of a successful response. An error page does not have them.

=item L</err_headers_out>

The headers of every response: a success, an error, a redirect. They survive
an internal redirect. Put C<Set-Cookie> here, because a redirect after a login
must carry the cookie.

=back

C<Content-Type> and C<Content-Encoding> are not in these tables. Set them with
L</content_type> and L</content_encoding>.

=head2 Subclasses

An object of a class that inherits from Apache2::RequestRec can be a hash. The
hash has the request under the key C<r> or C<_r>:

    package My::Request;
    our @ISA = 'Apache2::RequestRec';
    sub new { my ($class, $r) = @_; return bless { r => $r }, $class }

All methods accept this object as a request. With
C<PerlOptions +GlobalRequest>, you can also call them on the class:
C<< My::Request->uri >> is the URI of the current request.

=head1 METHODS

=head2 allowed

    $mask = $r->allowed;
    $old  = $r->allowed($mask);

The method reads or sets the HTTP methods in the C<Allow> header of a 405
response. L<Apache2::Access/allow_methods> takes the names of the methods
instead.

B<Returns:> an integer, a bit mask: C<< 1 << Apache2::Const::M_GET >> and so
on.

B<Errors:> none of its own.

B<Example:>

    if ($r->method_number != Apache2::Const::M_GET) {
        $r->allowed($r->allowed | 1 << Apache2::Const::M_GET);
        return Apache2::Const::HTTP_METHOD_NOT_ALLOWED;
    }

=head2 allowed_methods, allowed_xmethods

    $list  = $r->allowed_methods;
    $array = $r->allowed_xmethods;

These methods give httpd's own lists of allowed methods, with extension
methods. The objects are for C code that takes them. Perl can only pass them
on.

B<Returns:> C<allowed_methods> an Apache2::MethodList, C<allowed_xmethods> an
APR::ArrayHeader or undef.

B<Errors:> none of their own.

B<Example:>

    my $has_list = defined $r->allowed_methods;

=head2 ap_auth_type

    $type = $r->ap_auth_type;
    $old  = $r->ap_auth_type($type);

The method reads or sets the type of authentication that this request passed.
CGI's variable C<AUTH_TYPE> has the same value. L<Apache2::Access/auth_type>
gives the type that the directive C<AuthType> asks for.

B<Returns:> a string such as C<Basic>, or undef if no user was authenticated.

B<Errors:> none of its own.

B<Phase:> PerlAuthenHandler for setting; after it for reading.

B<Example:> a PerlAuthenHandler that has checked a cookie.

    $r->user('joe');
    $r->ap_auth_type('Cookie');
    return Apache2::Const::OK;

=head2 args

    $query = $r->args;
    $old   = $r->args($query);

The method reads or sets the query string as the client sent it: still
percent-encoded, without the question mark. Use L<Apache2::Request> to decode
the parameters.

B<Returns:> a string, or undef if the URI has no question mark.

B<Errors:> none of its own.

B<Example:> a redirect keeps the query string.

    my $query = defined $r->args ? '?' . $r->args : '';
    $r->headers_out->set(Location => "/new$query");
    return Apache2::Const::REDIRECT;

=head2 assbackwards

    $flag = $r->assbackwards;
    $old  = $r->assbackwards($flag);

If the flag is true, httpd sends neither a status line nor headers. The
handler prints them itself, as an C<nph-> script does. A response of HTTP/0.9
has neither.

B<Returns:> an integer, 0 or 1.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:> a handler prints its own status line.

    $r->assbackwards(1);
    $r->print("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

=head2 bytes_sent

    $bytes = $r->bytes_sent;
    $old   = $r->bytes_sent($bytes);

The method reads or sets the number of bytes of the response's body that were
sent.
Headers do not count.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> PerlLogHandler and PerlCleanupHandler. In earlier phases the number
is still too small.

B<Example:>

    sub log_size ($r) {    # PerlLogHandler
        $r->log->info($r->uri, ': ', $r->bytes_sent, ' bytes');
        return Apache2::Const::OK;
    }

=head2 connection

    $c = $r->connection;

The method returns the connection of the request.

B<Returns:> an L<Apache2::Connection>.

B<Errors:> none of its own.

B<Example:> a handler stops its work after the client has gone.

    return Apache2::Const::DONE if $r->connection->aborted;

=head2 content_encoding

    $encoding = $r->content_encoding;
    $old      = $r->content_encoding($encoding);

The method reads or sets the C<Content-Encoding> header of the response. The
method does not encode the body.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:> the file on disk is already compressed.

    $r->content_type('text/html');
    $r->content_encoding('gzip');
    $r->sendfile($r->filename . '.gz');

=head2 content_languages

    $languages = $r->content_languages;
    $old       = $r->content_languages($languages);

The method reads or sets the languages in the C<Content-Language> header of
the response.

B<Returns:> a reference to an array of strings, which is empty if none was set.

B<Errors:> it throws if the argument is not a reference to an array.

B<Phase:> before the first output.

B<Example:>

    $r->content_languages([ 'en', 'sw' ]);

=head2 content_type

    $type = $r->content_type;
    $old  = $r->content_type($type);

The method reads or sets the C<Content-Type> header of the response. After you
set it, mehari looks for no headers in the output, also under
C<PerlOptions +ParseHeaders>.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> before the first output. The client does not see a later change.

B<Example:>

    $r->content_type('text/html; charset=utf-8');
    $r->print('<p>hello');

=head2 err_headers_out

    $table = $r->err_headers_out;
    $old   = $r->err_headers_out($table);

The method returns the headers that httpd sends with every response: with a
success, with an error page, and after an internal redirect. See
L</Three tables of headers>.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:> a redirect that sets a cookie. httpd keeps C<Location> from
C<headers_out> if the status is a redirect.

    $r->err_headers_out->add('Set-Cookie' => 'session=4711; Path=/');
    $r->headers_out->set(Location => '/welcome');
    return Apache2::Const::REDIRECT;

=head2 filename

    $file = $r->filename;
    $old  = $r->filename($file);

The method reads or sets the path of the file that httpd has found for the
URI. If you set it, L</finfo> stays as it was.

B<Returns:> a string, or undef if the URI was not translated yet.

B<Errors:> none of its own.

B<Phase:> PerlTransHandler and PerlMapToStorageHandler for setting; from
PerlMapToStorageHandler on for reading.

B<Example:> a PerlTransHandler maps a URI to a file.

    if ($r->uri =~ m{\A/downloads/(\w+)\z}) {
        $r->filename("/srv/files/$1.tar.gz");
        return Apache2::Const::OK;
    }
    return Apache2::Const::DECLINED;

=head2 finfo

    $finfo = $r->finfo;
    $old   = $r->finfo($finfo);

The method returns the size, times and type of the file, from httpd's stat(2).
If you pass an L<APR::Finfo>, the method copies it into the request.

B<Returns:> an L<APR::Finfo>, the request's own. It has the new values if you
set them.

B<Errors:> none of its own.

B<Phase:> from PerlMapToStorageHandler on.

B<Example:> a handler chooses another file and updates its finfo.

    $r->filename($file);
    $r->finfo(APR::Finfo::stat($file, APR::Const::FINFO_NORM, $r->pool));

=head2 handler

    $name = $r->handler;
    $old  = $r->handler($name);

The method reads or sets the name of the handler that makes the response, as
C<SetHandler> has it: for example C<modperl>, C<perl-script>, C<cgi-script>.

B<Returns:> a string or undef.

B<Errors:> it throws if you change between C<modperl> and C<perl-script> in
the response phase, because each of them prepares Perl in its own way.

B<Phase:> up to PerlFixupHandler for setting.

B<Example:> a PerlFixupHandler sends all templates to Perl.

    if ($r->filename =~ /\.tt\z/) {
        $r->handler('modperl');
        $r->set_handlers(PerlResponseHandler => 'My::Template');
    }
    return Apache2::Const::OK;

=head2 header_only

    $bool = $r->header_only;

The method tells whether the client asks for the headers alone, with a HEAD
request. httpd drops the body of the response in this case. You can return
early, and save the time to make the body.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    $r->content_type('text/plain');
    return Apache2::Const::OK if $r->header_only;

=head2 headers_in

    $table = $r->headers_in;
    $old   = $r->headers_in($table);

The method returns the headers of the request. Names ignore case. Under taint
checks (perl's C<-T>) the values are tainted.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:> one value, all values of a repeated header, and all headers.

    my $agent   = $r->headers_in->{'User-Agent'} // '';
    my @cookies = $r->headers_in->get('Cookie');
    while (my ($name, $value) = each %{ $r->headers_in }) {
        $r->print("$name: $value\n");
    }

=head2 headers_out

    $table = $r->headers_out;
    $old   = $r->headers_out($table);

The method returns the headers of a successful response. An error page does not
have them: see L</err_headers_out>. C<set> replaces a header, and C<add> adds
another one of the same name.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Phase:> before the first output, which sends the headers. Printed data
leaves its buffer when the buffer (8 KiB) is full, at C<rflush>, and at the
end of the handler.

B<Example:> caching for an hour, and a hint to load a style sheet.

    $r->headers_out->set('Cache-Control' => 'max-age=3600');
    $r->headers_out->add(Link => '</style.css>; rel=preload; as=style');

A download that the browser saves under a name:

    $r->headers_out->set(
        'Content-Disposition' => 'attachment; filename="prices.csv"');

=head2 hostname

    $host = $r->hostname;
    $old  = $r->hostname($host);

The method reads or sets the host that the client asked for, without the port:
from the C<Host> header, or from the request line. The client can send any
name. L<Apache2::RequestUtil/get_server_name> can give the configured name
instead.

B<Returns:> a string in lower case, or undef if the client sent no host.

B<Errors:> none of its own.

B<Example:> one customer for each subdomain.

    my ($customer) = ($r->hostname // '') =~ /\A([\w-]+)\.example\.com\z/;

=head2 input_filters, output_filters, proto_input_filters, proto_output_filters

    $filter = $r->output_filters;
    $old    = $r->output_filters($filter);

Each method gives the first filter of a chain. The C<proto_> chains leave out
the content filters of the request.

B<Returns:> an L<Apache2::Filter>, or undef if there is none.

B<Errors:> they throw if you set a filter that belongs to another chain.

B<Example:> the names of all output filters.

    my @names;
    for (my $f = $r->output_filters; $f; $f = $f->next) {
        push @names, $f->frec->name;
    }

=head2 main

    $outer = $r->main;

The method returns the main request of a subrequest.

B<Returns:> an C<Apache2::RequestRec>, or undef if C<$r> is not a subrequest.

B<Errors:> none of its own.

B<Example:> a handler leaves subrequests to others.

    return Apache2::Const::DECLINED if $r->main;

=head2 method

    $name = $r->method;
    $old  = $r->method($name);

The method reads or sets the method of the request, as text. If you set it,
set L</method_number> too.

B<Returns:> a string such as C<GET>.

B<Errors:> it throws if you set undef.

B<Example:>

    return Apache2::Const::HTTP_METHOD_NOT_ALLOWED
        if $r->method !~ /\A(?:GET|HEAD|POST)\z/;

=head2 method_number

    $number = $r->method_number;
    $old    = $r->method_number($number);

The method reads or sets the method of the request, as a number. If you set
it, set L</method> too. HEAD has the same number as GET.

B<Returns:> a constant of the group C<:methods> in L<Apache2::Const>.

B<Errors:> none of its own.

B<Example:> a POST request continues as a GET request.

    $r->method('GET');
    $r->method_number(Apache2::Const::M_GET);
    $r->headers_in->unset('Content-Length');
    $r->internal_redirect('/done');

=head2 mtime

    $seconds = $r->mtime;
    $old     = $r->mtime($seconds);

The method reads or sets the time of the resource's last change.
L<Apache2::Response/update_mtime> sets it only if the new time is later.

B<Returns:> an integer, seconds since the epoch; 0 if no time was set.

B<Errors:> none of its own.

B<Example:> a page whose data is from a database.

    my $changed = 1_790_000_000;    # from the database
    $r->mtime($changed);
    $r->set_last_modified;

=head2 next

    $later = $r->next;

The method returns the request that an internal redirect has created from this
one. An ErrorDocument is an internal redirect too.

B<Returns:> an C<Apache2::RequestRec>, or undef if there was no internal
redirect.

B<Errors:> none of its own.

B<Phase:> after the internal redirect, for example in a PerlLogHandler.

B<Example:> a PerlLogHandler finds the status that the client got.

    my $last = $r;
    while (my $next = $last->next) { $last = $next }
    my $status = $last->status;

=head2 no_local_copy

    $flag = $r->no_local_copy;
    $old  = $r->no_local_copy($flag);

If the flag is true, httpd ignores the client's conditions, for example
C<If-Modified-Since>. The client gets the whole response, and never 304.

B<Returns:> an integer, 0 or 1.

B<Errors:> none of its own.

B<Phase:> before L<Apache2::Response/meets_conditions> and the first output.

B<Example:> a page that is different each time.

    $r->no_local_copy(1);

=head2 notes

    $table = $r->notes;
    $old   = $r->notes($table);

The method returns a table of strings that modules, also those in C, leave for
one another in this request. C<CustomLog> writes one of them as C<%{key}n>.
The note C<error-notes> has the message of a handler that died. Use
L<Apache2::RequestUtil/pnotes> for Perl values.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:> a value for the access log, with
C<CustomLog logs/access "%h %r %{plan}n">.

    $r->notes->set(plan => 'gold');

=head2 path_info

    $path = $r->path_info;
    $old  = $r->path_info($path);

The method reads or sets the path that follows the file in the URI. If a
C<< <Location> >> has no files, httpd treats the first part of the path that
does not exist as if it were the file. In C<< <Location /app> >> the path info
of F</app/x> is therefore F</x>, but in C<< <Location /app/admin> >> that of
F</app/admin/x> is F</admin/x>. Use L<Apache2::RequestUtil/location> there.

B<Returns:> a string, or undef before PerlMapToStorageHandler.

B<Errors:> none of its own.

B<Phase:> from PerlFixupHandler on for reading.

B<Example:> for C</blog.pl/2026/11>.

    my (undef, $year, $month) = split m{/}, $r->path_info;

=head2 per_dir_config, request_config

    $config = $r->per_dir_config;
    $config = $r->request_config;

C<per_dir_config> returns the configuration of the directory or location.
C<request_config> returns the data that modules keep for the request. Both are
for C code, and for L<Apache2::Module/get_config>.

B<Returns:> an Apache2::ConfVector.

B<Errors:> none of their own.

B<Example:> a module with directives of its own reads its configuration.

    my $own = Apache2::Module::get_config('My::Module', $r->server,
        $r->per_dir_config);

=head2 pool

    $pool = $r->pool;

The method returns the memory pool of the request. httpd destroys the pool
after the request's cleanup handlers.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:> remove a temporary file after the response.

    my $temporary = "/tmp/report.$$";
    $r->pool->cleanup_register(sub { unlink $temporary });

=head2 prev

    $first = $r->prev;

The method returns the request that was redirected internally to this one. In
the handler of an C<ErrorDocument>, it is the request that failed.

B<Returns:> an C<Apache2::RequestRec>, or undef if there was no internal
redirect.

B<Errors:> none of its own.

B<Example:> a handler with C<ErrorDocument 404 /missing>.

    my $first = $r->prev // $r;
    $r->content_type('text/plain');
    $r->print('There is no ', $first->uri, "\n");

=head2 protocol, proto_num

    $name   = $r->protocol;
    $number = $r->proto_num;

The methods return the version of HTTP: as text, and as 1000 times the major
version plus the minor version.

B<Returns:> C<protocol> a string such as C<HTTP/1.1>, C<proto_num> an integer
such as 1001.

B<Errors:> none of their own.

B<Example:> HTTP/1.0 has no chunked responses.

    my $is_old = $r->proto_num < 1001;

=head2 proxyreq

    $kind = $r->proxyreq;
    $old  = $r->proxyreq($kind);

The method reads or sets whether mod_proxy handles this request, and how. A
PerlTransHandler can call it without an argument: if the client uses httpd as
a forward proxy, the method passes the request to mod_proxy.

B<Returns:> a constant of the group C<:proxy> in L<Apache2::Const>.

B<Errors:> none of its own.

B<Phase:> PerlTransHandler, for setting.

B<Example:> a PerlTransHandler passes a path on to an application.

    if ($r->uri =~ m{\A/app/}) {
        $r->filename('proxy:http://127.0.0.1:8080' . $r->uri);
        $r->handler('proxy-server');
        $r->proxyreq(Apache2::Const::PROXYREQ_REVERSE);
        return Apache2::Const::OK;
    }
    return Apache2::Const::DECLINED;

=head2 request_time

    $seconds = $r->request_time;

The method returns the time at which httpd began to read the request.

B<Returns:> an integer, seconds since the epoch.

B<Errors:> none of its own.

B<Example:> a PerlLogHandler reports slow requests.

    my $took = time - $r->request_time;
    $r->log->warn($r->uri, " took $took seconds") if $took > 10;

=head2 server

    $s = $r->server;

The method returns the server or virtual host that the request is for.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:> the ServerName of the virtual host.

    my $name = $r->server->server_hostname;

=head2 status

    $status = $r->status;
    $old    = $r->status($status);

The method reads or sets the HTTP status of the response. If you want httpd's
error page, return the status from your handler instead. If you send a body of
your own, set the status, print the body, and return OK.

B<Returns:> an integer, for example 200.

B<Errors:> none of its own.

B<Phase:> before the first output for setting.

B<Example:> a response of 201 with its own body.

    $r->status(Apache2::Const::HTTP_CREATED);
    $r->headers_out->set(Location => '/items/7');
    $r->print("created\n");
    return Apache2::Const::OK;

=head2 status_line

    $line = $r->status_line;
    $old  = $r->status_line($line);

The method reads or sets the status with its text. You need it only for an
unusual text. Set L</status> to the same number, because httpd ignores a line
with another number. HTTP/2 does not send the text.

B<Returns:> a string such as C<404 Not Found>, or undef if you have not set
it.

B<Errors:> none of its own.

B<Phase:> before the first output for setting.

B<Example:>

    $r->status(404);
    $r->status_line('404 Gone Fishing');
    $r->print("back on Monday\n");

=head2 subprocess_env

    $r->subprocess_env;
    $table = $r->subprocess_env;
    $value = $r->subprocess_env($key);
    $r->subprocess_env($key => $value);

The method reads or sets the environment variables of the request, with those
of CGI. CGI programs, mod_include, C<%{NAME}e> in a log format and C<%ENV> see
them. Without arguments and in void context, the method fills C<%ENV>, as
C<PerlOptions +SetupEnv> does. A value of undef removes the variable.

B<Returns:> without arguments an L<APR::Table>; with a name a string, or undef
if there is no such variable; with a name and a value nothing.

B<Errors:> none of its own.

B<Example:>

    my $port = $r->subprocess_env('SERVER_PORT');
    $r->subprocess_env(APP_MODE => 'test');
    $r->subprocess_env;
    my $mode = $ENV{APP_MODE};    # test

=head2 the_request

    $line = $r->the_request;
    $old  = $r->the_request($line);

The method reads or sets the request line, which is the first line that the
client sent. C<%r> in a log format writes it.

B<Returns:> a string such as C<GET /x HTTP/1.1>.

B<Errors:> it throws if you set undef.

B<Example:> a PerlLogHandler keeps a secret out of the access log.

    my $line = $r->the_request;
    $line =~ s/\btoken=[^&\s]*/token=.../;
    $r->the_request($line);

=head2 unparsed_uri

    $uri = $r->unparsed_uri;

The method returns the URI as the client sent it: still percent-encoded, with
the query string.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a redirect to the same page under HTTPS.

    $r->headers_out->set(
        Location => 'https://' . $r->get_server_name . $r->unparsed_uri);
    return Apache2::Const::HTTP_MOVED_PERMANENTLY;

=head2 uri

    $path = $r->uri;
    $old  = $r->uri($path);

The method reads or sets the path of the URI: decoded, without the query
string.

B<Returns:> a string.

B<Errors:> it throws if you set undef.

B<Phase:> PerlPostReadRequestHandler and PerlTransHandler for setting. A later
change does not choose another file. Use
L<Apache2::SubRequest/internal_redirect> there.

B<Example:> a PerlTransHandler rewrites a path. It returns DECLINED, and httpd
finds the file.

    my $path = $r->uri;
    if ($path =~ s{\A/old/}{/new/}) {
        $r->uri($path);
    }
    return Apache2::Const::DECLINED;

=head2 used_path_info

    $rule = $r->used_path_info;
    $old  = $r->used_path_info($rule);

The method reads or sets whether the URI may have a path after the file: 0
yes, 1 no, 2 as the handler decides. The directive C<AcceptPathInfo> sets it
in the configuration.

B<Returns:> an integer: 0, 1 or 2.

B<Errors:> none of its own.

B<Phase:> up to PerlFixupHandler for setting.

B<Example:> with this rule F</page.html/more> is a 404.

    $r->used_path_info(1);

=head2 user

    $name = $r->user;
    $old  = $r->user($name);

The method reads or sets the name of the authenticated user. CGI's variable
C<REMOTE_USER> has the same value. L<Apache2::Access/get_basic_auth_pw> sets
the name before the password has been checked.

B<Returns:> a string, or undef if no user was authenticated.

B<Errors:> none of its own.

B<Phase:> PerlAuthenHandler for setting; after it for reading.

B<Example:>

    my $name = $r->user // 'stranger';
    $r->print("hello, $name\n");

=head2 useragent_addr

    $address = $r->useragent_addr;

The method returns the address of the client. Behind a proxy, mod_remoteip can
set it to the address of the visitor. L<Apache2::Connection/client_addr> is
then still the proxy's address.

B<Returns:> an L<APR::SockAddr>.

B<Errors:> none of its own.

B<Example:> a test for clients of one network.

    my $local = APR::IpSubnet->new($r->pool, '10.0.0.0', '8');
    my $is_ours = $local->test($r->useragent_addr);

=head2 useragent_ip

    $ip  = $r->useragent_ip;
    $old = $r->useragent_ip($ip);

The method reads or sets the IP address of the client as text. See
L</useragent_addr> for clients behind a proxy.

B<Returns:> a string such as C<192.0.2.7> or C<2001:db8::7>.

B<Errors:> it throws if you set undef.

B<Example:>

    $r->log->notice('login from ', $r->useragent_ip);

=head1 SEE ALSO

L<Apache2::RequestIO>, L<Apache2::RequestUtil>, L<Apache2::Response>,
L<Apache2::SubRequest>, L<Apache2::Connection>, L<Apache2::ServerRec>,
L<APR::Table>, and L<mod_perl2> for how these pages read; RFC 9110 for
headers, methods and statuses, RFC 3875 for CGI's variables

=cut
