# APR::URI, and Apache2::URI, which makes APR::URI objects of requests.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestURI');

sub dies ($sub, $pattern) { return is_called($h, 'TestURI', $sub, $pattern) }

subtest 'parts' => sub {
    answers(
        'all', qw(http me secret example.com 8080 /a/b c=d e
            me:secret@example.com:8080)
    );
    answers('few',  qw(undef undef undef undef undef a/b undef undef undef));
    answers('none', ('undef') x 9);
    answers('strange', 'http', 'undef', 'undef', 'h', '9x', ('undef') x 3,
        'h:9x');
    answers(
        'sets', qw(http me secret example.com /a/b c=d e 8080
            me:secret@example.com:8080),
        'newscheme://newuser:newpassword@newhostname:81newpath'
            . '?newquery#newfragment'
    );
    answers(
        'unsets', 'http://example.com/a/b',
        qw(http undef undef example.com undef /a/b undef undef
            me:secret@example.com:8080)
    );
    my $refusal = '$uri->port(): argument 1 must be a port from 0 to 65535,';
    answers(
        'bad_port',
        qq($refusal not "eighty"),
        qq($refusal not "-1"),
        qq($refusal not "65536"),
        'set 65535', 65535
    );
    answers('subclass', 'Sub::URI', '/x', 'APR::URI');
};

subtest 'together' => sub {
    my $rest = 'example.com:8080/a/b?c=d#e';
    answers(
        'unparses',
        "http://me\@$rest",
        "http://me:XXXXXXXX\@$rest",
        '/a/b?c=d#e',
        "http://$rest",
        'http://me:secret@example.com:8080/a/b',
        'http://me:XXXXXXXX@example.com:8080'
    );
    answers('own_port', 'http://h/', 'https://h:80/', 'https://h/');
    answers('schemes', 80, 443, 21, 0);
};

subtest 'the pool' => sub {
    answers('keeps_pool', 'example.com', '/set');
    dies('pool_gone', qr/^died: \$uri->path\(\): called after its pool/);
};

subtest 'of a request' => sub {
    my $path = '/call/TestURI/of_request';
    answers('of_request', 'APR::URI', '/changed', $path, 'undef', '/call',
        'undef', $path);
    is called($h, 'TestURI', 'rpath'),
        join("\n",
        '/script/path', 'query',        '/script/path?query#fragment',
        '/script',      '/script/path', 'query',
        'fragment',     '/script/path', '/a/b'),
        'rpath is the path up to the script';
    my $here = 'http://localhost:PORT';
    answers(
        'constructs',     "$here/call/TestURI/constructs",
        "$here/x?y",      "$here/pool",
        'localhost:PORT', 'example.com:PORT',
        'example.com',    'example.com:81'
    );
    dies('bad_server', qr/^died: \$r->construct_server\(\): argument 2 must/);
};

subtest 'unescape_url' => sub {
    answers('unescapes', 'a b', 'AJJ', 'a/b', '100%', '%zz%4', 'aNULb', '');
    answers('unescapes_wide',  'e2 98 ba c3 a4', 'e4 e4');
    answers('unescapes_undef', 'undef',          'undef');
    dies('unescapes_constant', qr/^died: .*a variable that can be written/);
};

done_testing;
