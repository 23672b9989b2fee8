# A response that was cut short never looks complete; one that has not begun is
# an error page.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Http2;

my $h = gateway_server(http2 => has_http2(), modules => ['deflate']);

subtest 'a signal before any output' => sub {
    my $mark = $h->error_log_mark;
    for (1 .. 2) {
        my $response = get($h, '/killed.pl?KILL');
        is $response->status, 500,
            'a signal before any output makes an error page';
        ok $response->complete, 'the error page is complete';
        unlike $response->raw, qr/^xxx/m,
            'the error page has nothing of the script';
    }
    log_like(
        $h, $mark,
        qr/signal 9 .*killed\.pl.*GET \/killed\.pl/,
        'the log has signal, script and request'
    );
};

subtest 'what the script has said is not in the error page' => sub {
    script($h, 'headers.pl', <<~'PERL');
        $| = 1;
        print "Content-Type: text/plain\nX-Mine: yes\nStatus: 201 Made\n\n";
        kill KILL => $$;
        sleep 5;
        PERL
    # On a busy machine, a run may pause after its header. Then its page has
    # begun.
    my $response;
    wait_until(
        sub {
            $response = get($h, '/headers.pl');
            return $response->status != 201 || $response->complete;
        }
    );
    is $response->status, 500, 'a script that fails makes an error page';
    is $response->header('X-Mine'), undef,
        'the error page has no header of the script';
    isnt $response->header('Content-Type'), 'text/plain',
        "the error page has not the script's type";
};

for my $length (10, 1000, 200_000) {
    subtest "a signal after $length bytes, HTTP/1.1" => sub {
        for (1 .. 2) {
            my $client   = client($h);
            my $response = $client->request("/killed.pl?SEGV,1,$length");
            is $response->status, 200, 'the response had begun';
            ok !$response->complete,
                'the response of a killed script is not complete';
            is length($response->body), $length,
                'the output before the signal came';
            ok !$client->is_open, 'the connection is closed';
        }
    };
}

subtest 'compressed' => sub {
    my $more = gateway_server(
        modules => ['deflate'],
        config  => "SetOutputFilter DEFLATE\n"
    );
    my $response = get($more, '/killed.pl?SEGV,1,100000',
        headers => { 'Accept-Encoding' => 'gzip' });
    ok !$response->complete,
        'a compressed response of a killed script is not complete';
    $more->stop;
};

# Only the way in which the connection ends can show the fault.
subtest 'HTTP/1.0 and nph-' => sub {
    for my $request ("GET /killed.pl?SEGV,1 HTTP/1.0\r\n\r\n",
        "GET /nph-killed.pl HTTP/1.1\r\nHost: localhost\r\n\r\n")
    {
        my $client = client($h);
        $client->send($request);
        ok $client->read_until(qr/xxx/, 5),
            'a response of HTTP/1.0 has begun';
        ok is_reset($client->socket), 'the connection is reset';
    }
    my ($status) = curl('--http1.0', $h->url('/killed.pl?SEGV,1'));
    is $status, 56, 'curl sees that the connection was reset';
};

sub is_reset ($socket) {
    while (1) {
        my $read = sysread $socket, my $bytes, 65536;
        return $!{ECONNRESET} if !defined $read;
        return 0              if !$read;
    }
    return;
}

subtest 'HTTP/2' => sub {
    plan skip_all => 'this curl knows no HTTP/2' if !has_http2();
    for my $query ('SEGV,1', 'SEGV,1,200000') {
        my $client = Mehari::Test::Http2->new($h);
        my $number = $client->ask("/killed.pl?$query");
        ok $client->hear_until(sub { $client->has_ended($number) }),
            'the stream ends';
        is $client->response($number)->status, 200, 'the response had begun';
        ok !$client->response($number)->complete, 'the stream is reset';
    }
    my ($status, $body) = curl(
        '--http2-prior-knowledge', '-o', '/dev/null', '-w',
        '%{http_code} %{http_version}',
        $h->url('/killed.pl?SEGV')
    );
    is $body, '500 2', 'HTTP/2 without output gets an error page';
    ($status, $body)
        = curl('--http2-prior-knowledge', $h->url('/hello.pl'));
    is $status, 0, 'another request is served after aborted ones';
    like $body, qr/\Ahello \d+\n\z/, 'the body of the next request is whole';
};

subtest 'a part of a page' => sub {
    my $more = gateway_server(modules => ['include'], config => <<~'CONF');
        <Files "*.shtml">
        SetHandler none
        Options +Includes
        ForceType text/html
        SetOutputFilter INCLUDES
        </Files>
        CONF
    write_file($more->document_root . '/page.shtml',
        qq(before <!--#include virtual="/killed.pl?SEGV,1" --> after\n));
    my $response = get($more, '/page.shtml');
    is $response->status, 200,
        'a page that includes a killed script had begun';
    ok !$response->complete, 'the page is not complete';
    $more->stop;
};

done_testing;
