# With PerlOptions +ParseHeaders a response handler prints its headers, as a
# CGI program does: in one piece or in many, flushed or not.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server('output');

my %EXPECTED = (    # status, body, headers
    simple     => [ 200, "body\n" ],
    crlf       => [ 200, "body\n" ],
    mixed      => [ 200, "body\n", 'X-One' => '1' ],
    pieces     => [ 200, "body\n", 'X-One' => '1' ],
    bytes      => [ 200, "body\n" ],
    split_crlf => [ 200, "body\n" ],
    status     => [ 404, "body\n" ],
    status_201 => [ 201, "body\n" ],
    cookies    =>
        [ 200, "body\n", 'Set-Cookie' => 'a=1|b=2', 'X-Two' => 'x, y' ],
    local      => [ 200, 'xxx' ],
    local_type => [ 200, 'xxx' ],
    remote => [ 302, qr/302 Found/, Location => 'http://example.com/there' ],
    remote_302   => [ 302, "own\n", Location => 'http://example.com/there' ],
    no_blank     => [ 500, qr/Internal Server Error/ ],
    no_header    => [ 500, qr/Internal Server Error/ ],
    bad_header   => [ 500, qr/Internal Server Error/ ],
    nothing      => [ 200, '', 'Content-Length' => '0' ],
    only_headers => [ 200, '', 'X-One'          => '1' ],
    empty        => [ 200, "body\n" ],
    length => [ 200, "body\n", 'Content-Length' => '5' ],
    large  => [ 200, "body\n", map { ("X-Large-$_" => 'x' x 900) } 1 .. 20 ],
    with_body => [ 200, 'x' x 9000 ],
);

my %LOGGED = (
    no_blank   => qr/.* ended before its headers did.*\[MH2008\]/,
    no_header  => qr/malformed header from script|ended before its headers/,
    bad_header => qr/malformed header from script.*Bad header: this is none/,
);

for my $which (sort keys %EXPECTED) {
    for my $how ("header?$which", "header?$which&1", "syswritten?$which") {
        my ($status, $body, %headers) = @{ $EXPECTED{$which} };
        my $mark = $h->error_log_mark;
        for my $answer (interleaved($h, ["/cgi/$how"])) {
            my $response = $answer->{response};
            my $name     = "$how ($answer->{client}, $answer->{round})";
            is $response->status, $status, "$name has its status";
            ref $body
                ? like($response->body, $body, "$name: the body")
                : is($response->body, $body, "$name: the body");
            is join('|', $response->header($_)), $headers{$_},
                "$name has its header $_"
                for sort keys %headers;
            ok $response->complete, "$name: all of it";
            is $response->header('Content-Type'), 'text/plain',
                "$name has its type"
                if $status =~ /^(?:200|404|201)/ && $which !~ /nothing|empty/;
        }
        log_like($h, $mark, $LOGGED{$which}) if $LOGGED{$which};
    }
}
is get($h, '/cgi/header?status')->reason, 'Gone Fishing',
    'a Status line sets the reason';

for my $method (qw(HEAD GET)) {
    for my $response (
        get($h, '/cgi/header?simple', method => $method, repeat => 2))
    {
        is $response->header('Content-Length'), 5, "$method has its length";
        is $response->body, $method eq 'GET' ? "body\n" : '', $method;
    }
}

# A handler that sets headers by method prints none.
for my $place (qw(script cgi)) {
    for my $response (get($h, "/$place/two_ways", repeat => 2)) {
        is $response->header('Content-Type'), 'text/plain',
            'content_type as a method sets the type';
        is $response->body, "Content-Type: text/html\n\nbody\n",
            'printed headers beside a method are part of the body';
    }
    for my $response (get($h, "/$place/send_header", repeat => 2)) {
        is $response->header('Content-Type'), 'text/plain',
            'a printed block of headers sets the type';
        is $response->header('X-One'), 1,
            'a printed block of headers sets all of them';
        is $response->body, "body\n", 'send_cgi_header passes the body on';
    }
}

# Without header parsing, text that looks like a header belongs to the body.
is $_->body, "Content-Type: text/plain\n\nbody\n",
    'headers are not parsed under modperl'
    for get($h, '/script/header?simple', repeat => 2);

done_testing;
