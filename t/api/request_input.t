# The body of a request: lengths, offsets, chunks, Expect, limits, the end.

use Mehari::Test;
use Mehari::Test::Call;

my $config = <<'CONF';
PerlModule TestRequestIO
<Location /io>
SetHandler modperl
PerlResponseHandler TestRequestIO
</Location>
<Location /io/fails>
LimitRequestBody 100
</Location>
CONF
my $h = call_server(config => $config);

sub posts ($sub, $body, $expected, %option) {
    my @responses = get(
        $h, "/io/$sub",
        method => 'POST',
        body   => $body,
        repeat => 2,
        %option
    );
    for my $response (@responses) {
        is $response->status, 200,       "$sub answers with status 200";
        is $response->body,   $expected, $sub;
    }
    return;
}

sub chunked ($sub, @chunks) {
    my $head = "POST /io/$sub HTTP/1.1\r\nHost: localhost\r\n"
        . "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    return raw($h,
        join '', $head, map { sprintf "%x\r\n%s\r\n", length, $_ } @chunks,
        '');
}

subtest 'lengths and offsets' => sub {
    posts('bodies',  'camels',     '6 0 6 [] camels');
    posts('bodies',  '',           '0 0 0 [] ');
    posts('pieces',  'a' x 16,     'a' x 16 . ' 7 7 2');
    posts('offsets', '0123456789', 'abc01 abc023 abc023..45 .6789 0[]');
};

posts('letters',  'abc',    'a|b|c|undef');
posts('old_way',  'camels', '0 <came><ls>');
posts('discards', 'camels', '0 0');
posts('tied_handle', 'abcd',
    'print printf syswrite Apache2::RequestRec 1 1 abc d 1');

subtest 'a request without a body' => sub {
    for my $response (get($h, '/io/bodies', repeat => 2)) {
        is $response->body, '0 0 0 [] ',
            'a request without a body has nothing to read';
    }
};

subtest 'large bodies' => sub {
    my $body = join '', map { chr($_ % 251) } 1 .. 3_000_000;
    posts('echoes', $body, length($body) . ' ' . unpack '%32C*', $body);
};

subtest 'chunks' => sub {
    like chunked('bodies', 'came', 'ls'), qr/^6 0 6 \[\] camels/m,
        'a body in chunks is read as one body';
    like chunked('pieces', 'a' x 5, 'b' x 10), qr/^a{5}b{10} 7 7 1/m,
        'read across their borders';
};

subtest 'Expect: 100-continue' => sub {
    my $client = client($h);
    $client->send("POST /io/bodies HTTP/1.1\r\nHost: localhost\r\n"
            . "Connection: close\r\nContent-Length: 6\r\n"
            . "Expect: 100-continue\r\n\r\n");
    like arrived($client, qr/\r\n\r\n/), qr{\AHTTP/1.1 100 Continue\r\n},
        'asked for when it is read';
    $client->send('camels');
    like $client->read_all, qr/6 0 6 \[\] camels\z/,
        'a body is read after 100 Continue';
};

subtest 'too much' => sub {
    my $mark     = $h->error_log_mark;
    my $response = get($h, '/io/fails', method => 'POST', body => 'x' x 101);
    is $response->status, 413, 'known from its length';
    like chunked('fails', 'x' x 90, 'y' x 90), qr{\AHTTP/1.1 413 },
        'a chunked body over the limit gets 413';
    is get($h, '/io/echoes', method => 'POST', body => 'x')->body, '1 120',
        'the request after one that was too much is served';
};

subtest 'a body that ends too early' => sub {
    my $mark   = $h->error_log_mark;
    my $client = client($h);
    $client->send("POST /io/fails HTTP/1.0\r\nContent-Length: 50\r\n\r\nxyz");
    $client->finish;
    $client->read_all;
    log_like($h, $mark, qr/twice: APR::Error Apache2::RequestIO::read/);
};

subtest 'taint' => sub {
    posts('tainted', 'abcd', '00');
    my $tainting = call_server(config => $config, switches => '-T');
    is get($tainting, '/io/tainted', method => 'POST', body => 'abcd')->body,
        '11', 'a body is tainted under -T';
};

done_testing;
