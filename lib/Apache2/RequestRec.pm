package Apache2::RequestRec;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::RequestRec - a request, field by field

=head1 SYNOPSIS

    use Apache2::RequestRec ();
    use Apache2::RequestIO  ();
    use Apache2::Const -compile => qw(OK);

    sub handler {
        my $r = shift;
        $r->content_type('text/plain');
        $r->headers_out->set('X-Method' => $r->method);
        $r->print("hello\n");
        return Apache2::Const::OK;
    }

=head1 DESCRIPTION

Each request has one object, the argument of its handlers. You can use it
until the request has been logged and its cleanup handlers have run. A copy
that is kept longer throws in each method: "called after the request ended; do
not keep $r in a global".

A method with an argument sets the field and returns the value from before.
You can set undef where the section says "string or undef".

More methods of a request are in L<Apache2::RequestIO> (reading and printing),
L<Apache2::RequestUtil>, L<Apache2::Response>, L<Apache2::Access>,
L<Apache2::SubRequest>, L<Apache2::Log>, L<Apache2::URI> and
L<Apache2::Filter>. All are there, whichever of these modules you load.

=head2 Which headers go where

=over

=item L</headers_in>

The headers of the request.

=item L</headers_out>

The headers that you send with a success. An error page does not have these
headers.

=item L</err_headers_out>

The headers that you send with everything: successes, errors, redirects. They
survive an internal redirect. This is the place for C<Set-Cookie>, because a
redirect after a login must carry it.

=back

C<Content-Type> and C<Content-Encoding> are no entries of these tables: use
L</content_type> and L</content_encoding>.

=head2 Subclasses

A class that inherits from Apache2::RequestRec can be a hash that has the
request under the key C<r> or C<_r>:

    package My::Request;
    our @ISA = 'Apache2::RequestRec';
    sub new { my ($class, $r) = @_; return bless { r => $r }, $class }

All methods accept such an object as a request. With PerlOptions
+GlobalRequest the class itself works too: C<< My::Request->uri >>.

=head1 METHODS

=head2 allowed

    $mask = $r->allowed;
    $old  = $r->allowed($mask);

The method reads or sets the methods that the Allow header of a 405 names.
L<Apache2::Access/allow_methods> takes their names instead.

B<Returns:> a bit mask, an integer: C<< 1 << Apache2::Const::M_GET >> and so
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

The methods give the same with extension methods, for C code. Perl cannot look
into these objects.

B<Returns:> an Apache2::MethodList; an APR::ArrayHeader or undef.

B<Errors:> none of its own.

B<Example:>

    my $has_list = defined $r->allowed_methods;

=head2 ap_auth_type

    $type = $r->ap_auth_type;
    $old  = $r->ap_auth_type($type);

The method reads or sets how the user was authenticated.
L<Apache2::Access/auth_type> has what AuthType says.

B<Returns:> a string such as C<Basic>, or undef.

B<Errors:> none of its own.

B<Phase:> an authentication handler sets it.

B<Example:> a PerlAuthenHandler that has checked a cookie.

    $r->user('joe');
    $r->ap_auth_type('Cookie');
    return Apache2::Const::OK;

=head2 args

    $query = $r->args;
    $old   = $r->args($query);

The method reads or sets the query string, as it was sent: still encoded,
without the question mark. Use L<Apache2::Request> to get parameters out of
it.

B<Returns:> a string, or undef without a query string.

B<Errors:> none of its own.

B<Example:>

    my %parameter = map { split /=/, $_, 2 } split /[&;]/, $r->args // '';

=head2 assbackwards

    $flag = $r->assbackwards;
    $old  = $r->assbackwards($flag);

If the flag is true, httpd sends neither a status line nor headers: the
handler prints them itself (HTTP/0.9, nph- scripts).

B<Returns:> an integer, 0 or 1.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:>

    $r->assbackwards(1);
    $r->print("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

=head2 bytes_sent

    $bytes = $r->bytes_sent;

The method says how much of the body has been sent.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> PerlLogHandler and PerlCleanupHandler. The number is too small
before.

B<Example:>

    sub log_size ($r) {    # PerlLogHandler
        $r->log->info($r->uri, ': ', $r->bytes_sent, ' bytes');
        return Apache2::Const::OK;
    }

=head2 connection

    $c = $r->connection;

The method gives the connection that the request came on.

B<Returns:> an L<Apache2::Connection>.

B<Errors:> none of its own.

B<Example:>

    return Apache2::Const::DONE if $r->connection->aborted;

=head2 content_encoding

    $encoding = $r->content_encoding;
    $old      = $r->content_encoding($encoding);

The method reads or sets the Content-Encoding of the response. It does not
encode anything.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:> the file was compressed before.

    $r->content_type('text/html');
    $r->content_encoding('gzip');
    $r->sendfile($r->filename . '.gz');

=head2 content_languages

    $languages = $r->content_languages;
    $old       = $r->content_languages($languages);

The method reads or sets the Content-Language of the response.

B<Returns:> a reference to an array of strings, or undef if none was set.

B<Errors:> it throws if the argument is not a reference to an array.

B<Phase:> before the first output.

B<Example:>

    $r->content_languages([ 'en', 'sw' ]);

=head2 content_type

    $type = $r->content_type;
    $old  = $r->content_type($type);

The method reads or sets the type of the response. Setting it also says that
the output holds no headers, where PerlOptions +ParseHeaders would look for
them.

B<Returns:> a string or undef.

B<Errors:> none of its own.

B<Phase:> before the first output. Later changes do not reach the client.

B<Example:>

    $r->content_type('text/html; charset=utf-8');
    $r->print('<p>hello');

=head2 err_headers_out

    $table = $r->err_headers_out;
    $old   = $r->err_headers_out($table);

The method gives the response headers that are sent in all cases: with errors
too, and after an internal redirect. See L</Which headers go where>.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Phase:> before the first output.

B<Example:> a redirect that sets a cookie.

    $r->err_headers_out->add('Set-Cookie' => 'session=4711; Path=/');
    $r->headers_out->set(Location => '/welcome');
    return Apache2::Const::REDIRECT;

=head2 filename

    $file = $r->filename;
    $old  = $r->filename($file);

The method reads or sets the file that the URI means. Setting it does not
change L</finfo>.

B<Returns:> a string, or undef before the URI was translated.

B<Errors:> none of its own.

B<Phase:> a PerlTransHandler or a PerlMapToStorageHandler sets it; from
PerlMapToStorageHandler on you can read it.

B<Example:> a PerlTransHandler.

    if ($r->uri =~ m{\A/downloads/(\w+)\z}) {
        $r->filename("/srv/files/$1.tar.gz");
        return Apache2::Const::OK;
    }
    return Apache2::Const::DECLINED;

=head2 finfo

    $finfo = $r->finfo;
    $old   = $r->finfo($finfo);

The method gives what the system said of the file. Setting copies the fields
into the request.

B<Returns:> an L<APR::Finfo>, that of the request in both cases.

B<Errors:> none of its own.

B<Phase:> from PerlMapToStorageHandler on.

B<Example:> set it after you have changed the file.

    $r->filename($file);
    $r->finfo(APR::Finfo::stat($file, APR::Const::FINFO_NORM, $r->pool));

=head2 handler

    $name = $r->handler;
    $old  = $r->handler($name);

The method reads or sets who makes the response: the name that SetHandler has,
for example C<modperl>, C<perl-script>, C<cgi-script>.

B<Returns:> a string or undef.

B<Errors:> it throws if you change between modperl and perl-script in the
response phase, because the two prepare different things.

B<Phase:> up to PerlFixupHandler for setting.

B<Example:> a PerlFixupHandler gives one kind of file to Perl.

    if ($r->filename =~ /\.tt\z/) {
        $r->handler('modperl');
        $r->set_handlers(PerlResponseHandler => 'My::Template');
    }
    return Apache2::Const::OK;

=head2 header_only

    $bool = $r->header_only;

The method says whether the client wants headers only, by a HEAD request.
httpd drops the body in that case; you can save the work to make it.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    $r->content_type('text/plain');
    return Apache2::Const::OK if $r->header_only;

=head2 headers_in

    $table = $r->headers_in;
    $old   = $r->headers_in($table);

The method gives the headers that the client has sent. Under taint checks
their values are tainted.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:> one value, all values of a repeated field, and all fields.

    my $agent   = $r->headers_in->{'User-Agent'} // '';
    my @cookies = $r->headers_in->get('Cookie');
    while (my ($name, $value) = each %{ $r->headers_in }) {
        $r->print("$name: $value\n");
    }

=head2 headers_out

    $table = $r->headers_out;
    $old   = $r->headers_out($table);

The method gives the headers of a successful response. An error page does not
get them: see L</err_headers_out>.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Phase:> before the first output, which sends the headers. The buffer of 8
KiB is sent when it is full, at C<rflush>, and at the end.

B<Example:>

    $r->headers_out->set('Cache-Control' => 'max-age=3600');
    $r->headers_out->add(Link => '</style.css>; rel=preload; as=style');

=head2 hostname

    $host = $r->hostname;
    $old  = $r->hostname($host);

The method reads or sets the host that the client asked for, without the port.
The client has chosen it: L<Apache2::RequestUtil/get_server_name> is what the
configuration says.

B<Returns:> a string, or undef if the client named none.

B<Errors:> none of its own.

B<Example:>

    my ($customer) = ($r->hostname // '') =~ /\A([\w-]+)\.example\.com\z/;

=head2 input_filters, output_filters, proto_input_filters, proto_output_filters

    $filter = $r->output_filters;
    $old    = $r->output_filters($filter);

The methods give the first filter of a chain. The C<proto_> chains begin after
the content filters of the request.

B<Returns:> an L<Apache2::Filter>, or undef if there is none.

B<Errors:> they throw if you set a filter of another chain.

B<Example:>

    my @names;
    for (my $f = $r->output_filters; $f; $f = $f->next) {
        push @names, $f->frec->name;
    }

=head2 main

    $outer = $r->main;

The method gives the request that this one is a subrequest of.

B<Returns:> an C<Apache2::RequestRec>, or undef if this is no subrequest.

B<Errors:> none of its own.

B<Example:>

    return Apache2::Const::DECLINED if $r->main;    # not for subrequests

=head2 method

    $name = $r->method;
    $old  = $r->method($name);

The method reads or sets the request method. Setting it does not set
L</method_number>.

B<Returns:> a string such as C<GET>.

B<Errors:> it throws if you set undef.

B<Example:>

    return Apache2::Const::HTTP_METHOD_NOT_ALLOWED
        if $r->method !~ /\A(?:GET|HEAD|POST)\z/;

=head2 method_number

    $number = $r->method_number;
    $old    = $r->method_number($number);

The method reads or sets the request method as a number. Setting it does not
set L</method>. HEAD has the number of GET.

B<Returns:> a constant C<:methods> of L<Apache2::Const>.

B<Errors:> none of its own.

B<Example:> a POST goes on as a GET.

    $r->method('GET');
    $r->method_number(Apache2::Const::M_GET);
    $r->headers_in->unset('Content-Length');
    $r->internal_redirect('/done');

=head2 mtime

    $seconds = $r->mtime;
    $old     = $r->mtime($seconds);

The method reads or sets when the resource was last changed.
L<Apache2::Response/update_mtime> only moves the time forward.

B<Returns:> seconds since the epoch, an integer; 0 if nobody has set it.

B<Errors:> none of its own.

B<Example:>

    $r->mtime(time - 60);
    $r->set_last_modified;

=head2 next

    $later = $r->next;

The method gives the request that an internal redirect made of this one.

B<Returns:> an C<Apache2::RequestRec> or undef.

B<Errors:> none of its own.

B<Phase:> after the internal redirect: PerlLogHandler and PerlCleanupHandler.

B<Example:> the status that the client got.

    my $last = $r;
    while (my $next = $last->next) { $last = $next }
    my $status = $last->status;

=head2 no_local_copy

    $flag = $r->no_local_copy;
    $old  = $r->no_local_copy($flag);

If the flag is true, httpd sends the response even if the client has a current
copy, and not 304.

B<Returns:> an integer, 0 or 1.

B<Errors:> none of its own.

B<Phase:> before L<Apache2::Response/meets_conditions> and the first output.

B<Example:>

    $r->no_local_copy(1);

=head2 notes

    $table = $r->notes;
    $old   = $r->notes($table);

The method gives strings that modules leave for one another. CustomLog shows
them as C<%{key}n>. C<error-notes> has what a handler died of. Use
L<Apache2::RequestUtil/pnotes> for Perl values.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:> with C<CustomLog logs/access "%h %r %{plan}n">.

    $r->notes->set(plan => 'gold');

=head2 path_info

    $path = $r->path_info;
    $old  = $r->path_info($path);

The method reads or sets what follows the file in the URI, or what follows the
location under a virtual handler.

B<Returns:> a string, or undef before PerlMapToStorageHandler.

B<Errors:> none of its own.

B<Phase:> from PerlFixupHandler on for reading.

B<Example:> for C</blog.pl/2026/11>.

    my (undef, $year, $month) = split m{/}, $r->path_info;

=head2 per_dir_config, request_config

    $config = $r->per_dir_config;
    $config = $r->request_config;

The first is the configuration that holds here, the second what modules keep
with the request. They are for C code and L<Apache2::Module/get_config>.

B<Returns:> an Apache2::ConfVector.

B<Errors:> none of its own.

B<Example:>

    my $own = Apache2::Module::get_config('My::Module', $r->server,
        $r->per_dir_config);

=head2 pool

    $pool = $r->pool;

The method gives the pool that ends with the request, after its cleanup
handlers.

B<Returns:> an L<APR::Pool>.

B<Errors:> none of its own.

B<Example:>

    $r->pool->cleanup_register(sub { unlink "/tmp/report.$$" });

=head2 prev

    $first = $r->prev;

The method gives the request that an internal redirect made this one of. A
handler of an ErrorDocument finds there what went wrong.

B<Returns:> an C<Apache2::RequestRec>, or undef.

B<Errors:> none of its own.

B<Example:> a handler with C<ErrorDocument 404 /missing>.

    my $first = $r->prev // $r;
    $r->content_type('text/plain');
    $r->print('There is no ', $first->uri, "\n");

=head2 protocol, proto_num

    $name   = $r->protocol;
    $number = $r->proto_num;

The methods give the protocol of the request: as text, and as 1000 times the
major version plus the minor one.

B<Returns:> a string such as C<HTTP/1.1>; an integer such as 1001.

B<Errors:> none of its own.

B<Example:>

    my $is_old = $r->proto_num < 1001;

=head2 proxyreq

    $kind = $r->proxyreq;
    $old  = $r->proxyreq($kind);

The method reads or sets what kind of proxy request this is. If you read it in
a PerlTransHandler and the client uses httpd as a forward proxy, it hands the
request to mod_proxy.

B<Returns:> a constant C<:proxy> of L<Apache2::Const>.

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

The method says when the request came.

B<Returns:> seconds since the epoch, an integer.

B<Errors:> none of its own.

B<Example:>

    my $took = time - $r->request_time;

=head2 server

    $s = $r->server;

The method gives the virtual host of the request.

B<Returns:> an L<Apache2::ServerRec>.

B<Errors:> none of its own.

B<Example:>

    my $name = $r->server->server_hostname;

=head2 status

    $status = $r->status;
    $old    = $r->status($status);

The method reads or sets the status of the response. A handler that wants
httpd's error page returns the status instead. A handler that sends a body of
its own sets it, and returns OK.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> before the first output for setting.

B<Example:>

    $r->status(Apache2::Const::HTTP_CREATED);
    $r->headers_out->set(Location => '/items/7');
    $r->print("created\n");
    return Apache2::Const::OK;

=head2 status_line

    $line = $r->status_line;
    $old  = $r->status_line($line);

The method reads or sets the status with its text. Set it only for a text that
is not the usual one: it then wins over L</status>.

B<Returns:> a string such as C<404 Not Found>, or undef if none was set.

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

The method gives the environment of child processes, with CGI's variables. In
void context without arguments, it fills %ENV as PerlOptions +SetupEnv does. A
value of undef removes the key.

B<Returns:> without arguments an L<APR::Table>; with a key a string or undef;
with a value nothing.

B<Errors:> none of its own.

B<Example:>

    my $port = $r->subprocess_env('SERVER_PORT');
    $r->subprocess_env(APP_MODE => 'test');
    $r->subprocess_env;    # now $ENV{APP_MODE} is there

=head2 the_request

    $line = $r->the_request;
    $old  = $r->the_request($line);

The method reads or sets the first line of the request, as the access log
shows it.

B<Returns:> a string such as C<GET /x HTTP/1.1>.

B<Errors:> it throws if you set undef.

B<Example:> keep a secret out of the access log.

    my $line = $r->the_request;
    $line =~ s/\btoken=[^&\s]*/token=.../;
    $r->the_request($line);

=head2 unparsed_uri

    $uri = $r->unparsed_uri;

The method gives the URI as it was sent: still encoded, with the query string.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> send the client to the same page by HTTPS.

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

B<Phase:> PerlPostReadRequestHandler and PerlTransHandler for setting. Later
it changes nothing: use L<Apache2::SubRequest/internal_redirect>.

B<Example:> a PerlTransHandler rewrites a path.

    my $path = $r->uri;
    if ($path =~ s{\A/old/}{/new/}) {
        $r->uri($path);
    }
    return Apache2::Const::DECLINED;    # httpd finds the file

=head2 used_path_info

    $rule = $r->used_path_info;
    $old  = $r->used_path_info($rule);

The method reads or sets whether a path after the file is accepted: 0 yes, 1
no, 2 as the handler likes. AcceptPathInfo says it in the configuration.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Phase:> up to PerlFixupHandler for setting.

B<Example:>

    $r->used_path_info(1);    # /page.html/more is 404

=head2 user

    $name = $r->user;
    $old  = $r->user($name);

The method reads or sets the name of the user. It is there after the
authentication phase. L<Apache2::Access/get_basic_auth_pw> sets it before.

B<Returns:> a string, or undef if nobody was authenticated.

B<Errors:> none of its own.

B<Phase:> PerlAuthenHandler for setting; after it for reading.

B<Example:>

    my $name = $r->user // 'stranger';
    $r->print("hello, $name\n");

=head2 useragent_addr

    $address = $r->useragent_addr;

The method gives the address of the client. mod_remoteip makes it the address
of the client behind the proxy. L<Apache2::Connection/client_addr> is the
proxy's.

B<Returns:> an L<APR::SockAddr>.

B<Errors:> none of its own.

B<Example:>

    my $local = APR::IpSubnet->new($r->pool, '10.0.0.0', '8');
    my $is_ours = $local->test($r->useragent_addr);

=head2 useragent_ip

    $ip  = $r->useragent_ip;
    $old = $r->useragent_ip($ip);

The method reads or sets the same address as text.

B<Returns:> a string.

B<Errors:> it throws if you set undef.

B<Example:>

    $r->log->notice('login from ', $r->useragent_ip);

=head1 SEE ALSO

L<Apache2::RequestIO>, L<Apache2::RequestUtil>, L<Apache2::Response>,
L<Apache2::SubRequest>, L<Apache2::Connection>, L<Apache2::ServerRec>,
L<APR::Table>, and L<mod_perl2> for how these pages read

=cut
