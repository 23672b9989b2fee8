# Output of every size: whole, with a Content-Length when it is short and
# chunked when it is long; 100 MB pass through without staying in memory.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server('output');

for my $place (qw(script cgi)) {
    for my $size (0, 1, 8191, 8192, 8193, 16384, 16385, 100_000) {
        for my $piece (1, 1000, 8192, 0) {
            next if $piece == 1 && $size > 10_000;
            for my $response (
                get($h, "/$place/bytes?$size&$piece", repeat => 2))
            {
                my $name = "$size bytes in pieces of $piece at $place";
                is $response->status, 200, "$name has status 200";
                ok $response->body eq 'x' x $size, $name;
                ok $response->complete,            "$name arrives complete";
                my $length = $response->header('Content-Length');
                is $length, $size, "$name: the length is known"
                    if $size < 8192;
            }
        }
    }
}

for my $round (1, 2) {
    my $client = client($h);
    for my $size (10, 100_000) {
        my $response
            = $client->request("/script/bytes?$size&1000", method => 'HEAD');
        is $response->status, 200, "HEAD of $size has status 200";
        is $response->body,   '',  'HEAD of a size has no body';
    }
    is $client->request('/script/bytes?3')->body, 'xxx',
        'the connection goes on';

    $client->send("GET /script/bytes?20000&1000 HTTP/1.0\r\n\r\n");
    my $old = $client->read_all;
    like $old, qr/\r\n\r\nx{20000}\z/,
        'a large page by HTTP/1.0 arrives whole';
    unlike $old, qr/chunked/i, 'a large page by HTTP/1.0 is not chunked';
}

# The highest resident size, in KB, of the only child.
sub high_water () { return get($h, '/script/memory')->body }

get($h, '/script/big?1');
my $before = high_water();
for my $round (1, 2) {
    my $client = client($h, timeout => 60);
    $client->send("GET /script/big?100 HTTP/1.0\r\n\r\n");
    my $got    = 0;
    my $socket = $client->socket;
    while (sysread $socket, my $bytes, 262_144) { $got += length $bytes }
    cmp_ok $got, '>', 100 * 1024 * 1024,        'all of 100 MB arrives';
    cmp_ok $got, '<', 100 * 1024 * 1024 + 1000, 'no more than 100 MB arrives';
}
cmp_ok high_water() - $before, '<', 500, 'the child has not grown';

done_testing;
