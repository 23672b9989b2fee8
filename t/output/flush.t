# A flush reaches the client at once, other output waits; if a client has gone,
# printing ends, but not the server; die after output.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Cases;

my $h = case_server(
    'output',
    config => place(
        handled => "SetHandler perl-script\n"
            . 'ErrorDocument 500 /script/print_by?print'
    ),
);

# The bytes that come within so many seconds, while the handler has printed one
# line and waits; then all bytes.
sub pieces ($path, $seconds) {
    my $gate   = gate($h);
    my $client = client($h);
    $client->send("GET $path&$gate HTTP/1.0\r\n\r\n");
    my $early = $client->read_until(qr/^first\n/m, $seconds) // '';
    open_gate($gate);
    my $all = $early . $client->read_all;
    like $all, qr/^first\nsecond\n\z/m, "$path: all of it";
    return $early;
}

for my $round (1, 2) {
    for my $place (qw(script cgi)) {
        like pieces("/$place/slow?$_", 10), qr/^first\n\z/m,
            "$_ at $place: at once"
            for qw(autoflush rflush flush method);
        is pieces("/$place/slow?nothing", .2), '',
            "no flush at $place sends nothing early";
    }
}

for my $round (1, 2) {
    my $file   = $h->root . "/tmp/gone-$round";
    my $client = client($h);
    $client->send("GET /script/gone?$file HTTP/1.1\r\nHost: x\r\n\r\n");
    $client->read_until(qr/xxx/);
    $client->close;
    my $end = time + 10;
    sleep 0.05 until -s $file || time > $end;
    my ($printed, $failed) = split ' ', read_file($file);
    cmp_ok $failed, '>', 0, 'print says that the client has gone';
    is $printed + $failed, 50, 'a handler goes on when its client has gone';
    is get($h, '/script/print_by?print')->body, "ab\n",
        'the child serves on after a client that has gone';
}

for my $place (qw(script cgi plain)) {
    for my $response (get($h, "/$place/dies?first", repeat => 2)) {
        is $response->status, 500, "die before output at $place";
        like $response->body, qr/Internal Server Error/,
            'a failed response has a body';
        unlike $response->body, qr/on purpose/,
            'a failed response does not say why';
    }
}
for my $bytes (5, 9000) {
    for my $place (qw(script cgi)) {
        for (1, 2) {
            # httpd closes the connection after a 500.
            my $response = get($h, "/$place/dies?after&$bytes");
            is $response->status, 200, "die after $bytes bytes at $place";
            like $response->body, qr/\A(x+)[^x].*Internal Server Error/s,
                'the page for the error comes after it';
            is $response->header('Content-Type'), 'text/plain',
                'a flushed response has its type';
            ok $response->complete, 'a flushed response is complete';
        }
    }
}
for my $response (get($h, '/handled/dies?first', repeat => 2)) {
    is $response->status, 500,    'an error page by a handler';
    is $response->body,   "ab\n", 'a flushed response is all output';
}

done_testing;
