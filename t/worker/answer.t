# Handlers in workers, under each MPM: a handler's data reach the client, and a
# client's data reach the handler.

use Mehari::Test;
use Mehari::Test::Gateway qw(curl has_http2);
use Mehari::Test::Http2;
use Mehari::Test::Worker;

sub answers ($h) {
    my ($pid) = body($h, 'pid') =~ /(\d+)/;
    my ($again, $served) = split / /, body($h, 'pid');
    is $again,  $pid,  'the same worker serves the next request';
    isnt $pid,  $_,    'a worker is no process of httpd' for $h->children;
    is $served, "2\n", 'the worker remembers its first request';

    my $made = get($h, '/w?headers', headers => [ 'X-In' => 'camel' ]);
    is $made->status, 202, 'a handler sets the status';
    is_deeply [ $made->header('X-Out') ], [ 1, 2 ], 'headers, each of them';
    is $made->header('Content-Type'), 'text/x-made',
        'a handler sets the type';
    is $made->body, "for camel\n", 'a header of the request';

    my $no = get($h, '/w?forbid');
    is $no->status,          403,      'a handler returns an error';
    is $no->header('X-Err'), 'always', 'an error has its err_headers_out';
    is $no->body, "not you\n",
        'the text of custom_response() comes from the worker';

    is get($h, '/w?nothing')->status, 404, 'httpd makes its page';
    is get($h, '/w?return&-3')->status, 500,
        'no response is suspended in a worker';
    is body($h, 'redirect&/w?hello'), "hello\n",
        'internal_redirect() works in a worker';
    my $late = get($h, '/w?slow_headers');
    is $late->header('X-Late'), 'yes', 'headers that come late';
    is $late->header('Content-Length'), 5,
        'late headers are sent with the rest';
    is get($h, '/w?slow_headers&1')->header('X-Late'), undef,
        'those after rflush() are too late';
    is get($h, '/w?exit')->status, 200, 'exit() is the end of the request';
    is body($h, 'server'),
        join(' ', '127.0.0.1', $h->port, 0, 'top', 'top', 'here'),
        '$r->server and its variables are right';
    return;
}

sub bodies_pass ($h) {
    my $size = 3_000_000;
    my $sum  = (ord('y') * $size) % 2**32;
    my $body = 'y' x $size;
    is body($h, 'body', method => 'POST', timeout => 60, body => $body),
        "$size $sum\n", 'a body of the request';
    is body(
        $h, 'body',
        method  => 'POST',
        headers => [ 'Transfer-Encoding' => 'chunked' ],
        body    => join('', map { "7530\r\n$_\r\n" } ('y' x 30_000) x 100)
            . "0\r\n\r\n"
        ),
        "$size $sum\n", 'a body in chunks is read in a worker';
    is body($h, 'body', method => 'POST', body => ''), "0 0\n",
        'an empty body is read in a worker';
    is get($h, '/w?refuse_body', method => 'POST', body => 'y' x $size)
        ->status,
        403, 'a large response that is not read ends';
    is length body($h, 'big&10485760', timeout => 60), 10_485_760,
        'a large response comes whole';
    return;
}

for my $mpm (qw(prefork event)) {
    subtest $mpm => sub {
        my $h = worker_server(
            mpm       => $mpm,
            perl_pool => 'workers=1',
            config    => sub ($h) {
                return
                      'ServerName 127.0.0.1:'
                    . $h->port
                    . "\nPerlSetVar Secret top\n";
            }
        );
        answers($h);
        bodies_pass($h);
    };
}

# httpd leaves the strings of r->finfo undefined for such a file.
subtest 'a file in no directory' => sub {
    my $h = worker_server(
        mpm     => 'prefork',
        modules => ['alias'],
        config  => "Alias /w /no-such-directory/x\n"
    );
    is body($h, 'file'), "0 none none\n", "the worker knows no names ($_)"
        for 1, 2;
};

subtest 'HTTP/2' => sub {
    plan skip_all => 'curl has no HTTP/2' if !has_http2();
    my $h = worker_server(mpm => 'event', http2 => 1);
    my @h2
        = ('--http2-prior-knowledge', '-w', '%{http_version} %{http_code}');
    for my $round (1 .. 3) {
        is_deeply [ curl(@h2, $h->url('/w?hello')) ], [ 0, "hello\n2 200" ],
            "HTTP/2: hello is answered in round $round";
    }
    is_deeply [ curl(@h2, '-d', 'x' x 100_000, $h->url('/w?body')) ],
        [ 0, "100000 12000000\n2 200" ], 'HTTP/2: a body is read in a worker';
    is_deeply [ curl(@h2, '-o', '/dev/null', $h->url('/w?big&6553600')) ],
        [ 0, '2 200' ], 'HTTP/2: a large response comes to its end';

    # curl 7.74 says nothing of a stream that was reset.
    my $client = Mehari::Test::Http2->new($h);
    my $number = $client->ask('/w?kill&part');
    ok $client->hear_until(sub { $client->has_ended($number) }),
        'a response that breaks off ends';
    ok !$client->response($number)->complete, 'and does not look whole';
};

done_testing;
