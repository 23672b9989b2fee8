# Apache2::Response: validators, error pages, and headers as CGI prints them.

use Mehari::Test;
use Mehari::Test::Call qw(call_server);

my $h = call_server(
    handlers => { '/response' => 'TestResponse' },
    config   => <<'CONF');
PerlModule TestResponse
FileETag MTime Size
CONF

sub answers ($sub, $status, $body, %headers) {
    for my $response (get($h, "/response/$sub", repeat => 2)) {
        is $response->status, $status, "$sub answers with status $status";
        if   (ref $body) { like $response->body, $body, $sub }
        else             { is $response->body,   $body, $sub }
        is scalar $response->header($_), $headers{$_},
            "$sub answers with its header $_"
            for sort keys %headers;
    }
    return;
}

subtest 'error pages' => sub {
    answers('own_text',  404, 'no such camel');
    answers('own_page',  403, 'the page');
    answers('error_now', 403, qr/<title>403 Forbidden/);
};

subtest 'validators' => sub {
    my $date = 'Sun, 09 Sep 2001 01:46:40 GMT';
    answers('conditional', 200, 'modified', 'Last-Modified' => $date);
    my $response = get($h, '/response/conditional',
        headers => [ 'If-Modified-Since' => $date ]);
    is $response->status, 304, 'If-Modified-Since of the date gives 304';
    is $response->body,   '',  'a validated response has no body';
    answers(
        'modified', 200,
        '1100000000 now',
        'Last-Modified' => 'Tue, 09 Nov 2004 11:33:20 GMT'
    );
    answers(
        'etag', 200,
        # The ETag is weak while the file is new.
        qr{^(?:W/)?"[0-9a-f]+-[0-9a-f]+" W/"[0-9a-f]+-[0-9a-f]+"$}
    );
    answers('with_etag', 200, 'x');
};

subtest 'lengths' => sub {
    answers('length', 200, 'five!', 'Content-Length' => 5);
    my $head = get($h, '/response/far', method => 'HEAD');
    is $head->header('Content-Length'), 2**40,
        'a Content-Length may be beyond 4 GiB';
};

subtest 'headers as CGI prints them' => sub {
    my $rest = "the first part, Not-A-Header: x\n\nthe rest";
    answers(
        'cgi_header', 201, $rest,
        'X-One'        => '1, 2',
        'Content-Type' => 'text/x-camel'
    );
    is scalar get($h, '/response/cgi_header')->reason, 'Made',
        'a CGI Status line sets the reason';
    answers(
        'cgi_header_alone', 200, 'body',
        'X-One'        => 1,
        'Content-Type' => 'text/x-camel'
    );
    answers('cgi_redirect', 200, 'the page');
    answers('cgi_late', 200,
        'begun $r->send_cgi_header(): the response has already begun');
};

answers('keepalive', 200, qr/^[01]$/);
answers('wrong',     200, <<'TEXT');
$r->custom_response(): 7 is no HTTP status
$r->set_content_length(): a length cannot be negative
$r->send_mmap(): argument 1 must be an APR::Mmap object, which nothing in Perl can make; use sendfile() or print()
TEXT

# The answer to a client of that HTTP version, without the headers that vary.
sub asked ($sub, $version) {
    my $text = raw($h,
              "GET /response/$sub HTTP/$version\r\n"
            . "Host: localhost\r\nConnection: close\r\n\r\n");
    return $text =~ s/^(?:Date|Server|Connection|Vary): .*\r\n//gmr
        =~ s/\r//gr . "\n";
}

subtest 'before the response' => sub {
    my $link = 'Link: </style.css>; rel=preload';
    for (1, 2) {
        is asked('hints', '1.1'), <<~"HTTP", 'the headers so far';
            HTTP/1.1 103 Early Hints
            $link

            HTTP/1.1 200 OK
            $link
            X-Sent: yes
            Content-Length: 8
            Content-Type: text/plain

            the page
            HTTP
        is asked('own_hints', '1.1'), <<~'HTTP', 'other headers, and twice';
            HTTP/1.1 103 Early Hints
            Link: </1.css>; rel=preload
            Link: </2.css>; rel=preload

            HTTP/1.1 102 Processing

            HTTP/1.1 200 OK
            Content-Length: 8
            Content-Type: text/plain

            the page
            HTTP
        like asked('hints', '1.0'), qr{\AHTTP/1.1 200 OK\n.*X-Sent: no\n}s,
            'HTTP/1.0 gets no interim response';
        like asked('bad_hints', '1.1'),
            qr{first\s.*not\ 101,\ not\ 101\ at.*not\ 101,\ not\ 200\ at
               .*no\ header\ may\ have\ at.*response\ itself\ has\ begun}xs,
            'each mistake with an interim response throws a sentence';
    }
};

subtest 'more than 2 GiB' => sub {
    for (1, 2) {
        my $response = get($h, '/response/sizes', method => 'HEAD');
        is $response->header('Content-Length'), 5_000_000_000,
            'a response of 5 GB has its length';
        is $response->header('X-Seen'), 5_000_000_000,
            'the handler reads a length of 5 GB as it is';
    }
};

done_testing;
