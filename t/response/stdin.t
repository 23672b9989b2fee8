# STDIN of a perl-script handler is the request's body, for every way to read;
# bytes that are not read do not disturb the next request of the connection.

use Mehari::Test;
use Digest::MD5 qw(md5_hex);
use Mehari::Test::Cases;

my $h = case_server(
    'input',
    config => place(
        limited => "SetHandler perl-script\nLimitRequestBody 1000"
    ),
);

my $BODY     = "one\ntwo\n\nthree";
my %EXPECTED = (
    lines            => [ 'one\n',   'two\n',   '\n',   'three' ],
    line             => [ '1:one\n', '2:two\n', '3:\n', '4:three' ],
    whole            => ['one\ntwo\n\nthree'],
    records          => [ 'one\n',        'two\n', '\nthr', 'ee' ],
    paragraphs       => [ 'one\ntwo\n\n', 'three' ],
    read             => [ 14,             'one\ntwo\n\nthree' ],
    read_offset      => [ 3,              'aone' ],
    sysread          => [ 14,             'one\ntwo\n\nthree' ],
    sysread_once     => [ 4,              'one\n' ],
    sysread_offset   => [ '33',           'abc00one', '\ntw' ],
    sysread_negative => [ 3,              'abone' ],
    mixed            => [ 'one\n',        'two\n\nthree' ],
    getc             => [qw(o n e)],
    eof              => [qw(more end end)],
    unread           => ['xone\n'],
    again            => [ 4,       0, 0, 'undef' ],
    reader           => [ 4,       0 ],
    reader_first     => [ 'one\n', 'two\n', '\n', 'three' ],
    stdin            => [ 'one\n', 'two\n', '\n', 'three' ],
    fileno           => [-1],
    none             => ['nothing read'],
    part             => ['one\n'],
    digest           => [ md5_hex($BODY) ],
    digest_sys       => [ md5_hex($BODY) ],
    caught           => ['all of it'],
    closed           => ['undef'],
);

sub chunked ($body, $size) {
    my $text = '';
    $text .= sprintf "%x\r\n%s\r\n", length $_, $_
        for unpack "(a$size)*", $body;
    return "${text}0\r\n\r\n";
}

# With Content-Length and in chunks, over one connection, which must stay in
# step.
for my $how (sort keys %EXPECTED) {
    my $expected = join '', map { "$_\n" } @{ $EXPECTED{$how} };
    my $client   = client($h);
    for my $size (0, 0, 3, 100) {
        next if $size && $how eq 'read';    # there is no CONTENT_LENGTH
        my %with
            = $size
            ? (
            body    => chunked($BODY, $size),
            headers => { 'Transfer-Encoding' => 'chunked' }
            )
            : (body => $BODY);
        my $response = $client->request(
            "/script/read_by?$how",
            method => 'POST',
            %with
        );
        my $name = $how . ($size ? " in chunks of $size" : '');
        is $response->status, 200, "$name has status 200";
        is $response->body, $expected, $name
            if $size != 3 || $how !~ /sysread_once|mixed/;
    }
}

my @utf8 = get(
    $h, '/script/read_by?utf8',
    method => 'POST',
    body   => "\xe2\x98\xba\xc3\xa9",
    repeat => 2
);
is $_->body, "2\n", 'characters are read from STDIN' for @utf8;

# Larger than any buffer.
for my $size (8191, 8192, 8193, 3_000_000) {
    my $body = join '', map { chr($_ % 251) } 1 .. $size;
    for my $how (qw(digest digest_sys)) {
        for my $response (
            get(
                $h, "/script/read_by?$how",
                method => 'POST',
                body   => $body,
                repeat => 2
            ),
            get(
                $h, "/script/read_by?$how",
                method  => 'POST',
                body    => chunked($body, 5000),
                headers => { 'Transfer-Encoding' => 'chunked' }
            )
            )
        {
            is $response->body, md5_hex($body) . "\n",
                "a body of $size bytes is read by $how";
        }
    }
    for my $response (
        get(
            $h, '/script/read_by?part',
            method => 'POST',
            body   => "line\n$body",
            repeat => 3
        )
        )
    {
        is $response->body, "line\\n\n",
            "all but a line of $size bytes is left";
    }
}

# No body at all.
for my $how (qw(whole lines eof sysread)) {
    for my $response (get($h, "/script/read_by?$how", repeat => 2)) {
        my $expected = {
            whole   => "\n",
            lines   => '',
            eof     => "end\nend\nend\n",
            sysread => "0\n\n"
        }->{$how};
        is $response->body, $expected, "$how without a body";
    }
}

for my $response (
    get($h, '/script/around', method => 'POST', body => $BODY, repeat => 2))
{
    is $response->body, "outer one\\n\n\nouter two\\n\n",
        'no byte is read twice';
}

# A body that is too large: httpd answers by itself as soon as the body is read.
for my $how (qw(whole caught digest)) {
    for (1, 2) {
        my $response = get(
            $h, "/limited/read_by?$how",
            method => 'POST',
            body   => 'x' x 2000
        );
        is $response->status, 413,
            "a body that is too large gets 413 by $how";
        like $response->body, qr/Too Large.*\n<\/body><\/html>\n\z/s,
            "a body that is too large gets httpd's page";
        unlike $response->body, qr/Internal|error/,
            'a body that is too large gets no other page';
        is get($h, '/limited/read_by?whole', method => 'POST', body => 'x')
            ->body, "x\n", 'a small body is read under the limit';
    }
}

# A body that ends too early is an error too.
for my $round (1, 2) {
    my $client = client($h);
    $client->send("POST /script/read_by?caught HTTP/1.1\r\nHost: x\r\n"
            . "Content-Length: 100\r\n\r\nfirst\n");
    $client->finish;
    like $client->read_all, qr/an error: with code/, 'the client has gone';
    $client->send("POST /script/read_by?whole HTTP/1.1\r\nHost: x\r\n"
            . "Content-Length: 100\r\n\r\nfirst\n");
    $client->finish;
    my $page = $client->read_all;
    like $page, qr{\AHTTP/1.1 400 },
        'a handler that does not catch an error answers 400';
    unlike $page, qr/Cases/,
        'the page of an error does not tell where it happened';
}
is get($h, '/script/read_by?whole')->body, "\n",
    'nothing of a body is left for the next request';

done_testing;
