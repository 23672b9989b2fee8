# Apache2::compat and Apache2::porting: code that comes from mod_perl 1.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering(
    'TestCompat',
    config   => "PerlModule TestCompat\nPerlOptions +GlobalRequest",
    handlers => {
        '/page' => [
            sub ($r) {
                $r->send_http_header('text/x-camel');
                print "A: b\n\nhump";
                return 0;
            },
            'SetHandler perl-script',
            'PerlOptions +ParseHeaders'
        ]
    }
);

answers('headers', 'host', 1, 2, 'first', 'undef', 'kept');
answers('constants', 0, 404, 400, 200, 301, 8, 2, 500, 'version');
answers('old_methods', 1, 'PerlResponseHandler', 'none', '127.0.0.1',
    '127.0.0.1', 'below');
answers('of_class', 'Apache2::RequestRec', 1, 1, 0, 'a b c',
    'Apache2::ServerRec', 1);
answers('util', '&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;',
    '/a%20b%3f', 'A',           '    -', '   0k', '   1k', '  41k',
    '40.1M',     1_000_000_000, 0);
answers('files', "two\none", 'two', 4, 'not there');
answers(
    'overrides', 'fast',       'its size', '127.0.0.1',
    'http',      'APR::Table', 'APR::SockAddr'
);
is_called($h, 'TestCompat', 'overrides_twice',
    qr/^died: .*unparse is not overridden/);
is_called($h, 'TestCompat', 'overrides_none',
    qr/^died: .*uri is not overridable/);
is_called($h, 'TestCompat', 'unknown',
    qr/^died: Apache::Constants has no group of constants called :camels/);

for my $response (get($h, '/page', repeat => 2)) {
    is $response->header('Content-Type'), 'text/x-camel',
        'a CGI header sets the content type';
    is $response->body, "A: b\n\nhump", 'a CGI header ends at the empty line';
}

my $form = get(
    $h, '/call/TestCompat/form',
    method  => 'POST',
    headers => [ 'Content-Type' => 'application/x-www-form-urlencoded' ],
    body    => 'name=a+camel&humps=%31',
);
is $form->body, "humps=1\nname=a camel\n",
    'args_hash of a posted form has its fields';
is get($h, '/call/TestCompat/query?b=%2B&a=1')->body, "b=%2B&a=1\na=1\nb=+\n",
    'a query is read with and without unescaping';

my $mark = $h->error_log_mark;
is called($h, 'TestCompat', 'cleanup'), 'later',
    'a registered cleanup runs later';
log_like($h, $mark, qr{cleaned up /call/TestCompat/cleanup});

my $porting = server(
    workers => 1,
    config  => <<'CONF');
PerlModule Apache2::porting
<Location />
SetHandler modperl
PerlResponseHandler "sub { my $r = shift; $r->print($r->args eq 'module' ? eval { require Apache::Constants } || $@ : eval { Apache2::SubRequest->levitate } || eval { No::Such->construct_url } || $@); 0 }"
</Location>
CONF
for (1, 2) {
    like get($porting, '/?module')->body,
        qr/^Apache::Constants is gone in mod_perl 2, use Apache2::Const, APR::C/,
        'a module that is gone';
    like get($porting, '/?method')->body,
        qr/^To use method 'construct_url' add:\n\tuse Apache2::URI/,
        'a method of another module';
}

done_testing;
