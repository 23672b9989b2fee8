# $r->switch_protocol: status 101, and then messages between the handler and the
# client, websockets for example.

use Mehari::Test;

my $library = fixture('protocol');
my %places  = (
    websocket      => 'websocket',
    lines          => 'lines',
    wrong          => 'wrong',
    around         => 'around',
    'wrong-inside' => 'inside',
    early          => 'said',
);
my $h = server(
    workers => 1,
    modules => ['reqtimeout'],
    config  => join '',
    qq(PerlSwitches "-I$library"\nPerlModule Upgrade\n),
    map { <<~"CONF" } sort keys %places,
        <Location "/$_">
        SetHandler modperl
        PerlResponseHandler Upgrade::$places{$_}
        </Location>
        CONF
);
$h->stop;
$h->{config} .= <<'CONF';
RequestReadTimeout header=1 body=1
<Location "/early">
PerlFixupHandler Upgrade::early
</Location>
<Location "/script">
SetHandler perl-script
PerlResponseHandler Upgrade::lines
PerlOptions +ParseHeaders
</Location>
CONF
$h->start;

# more: headers, and a body that is sent at once.
sub upgrade ($path, $name, @more) {
    my $client = client($h, timeout => 10);
    my $body   = @more && $more[-1] !~ /: / ? pop @more : '';
    $client->send(
        join "\r\n",
        "GET $path HTTP/1.1",
        'Host: localhost',
        'Connection: keep-alive, Upgrade',
        "Upgrade: other, $name",
        @more, '', $body
    );
    my $head = $client->read_until(qr/\r\n\r\n/) // '';
    return ($client, $head =~ s/\r//gr);
}

subtest 'websocket' => sub {
    for my $round (1, 2) {
        my ($client, $head) = upgrade(
            '/websocket', 'websocket',
            'Sec-WebSocket-Version: 13',
            'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
        );
        is $head, <<~'HTTP', "the handshake of RFC 6455 (round $round)";
            HTTP/1.1 101 Switching Protocols
            Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
            Upgrade: websocket
            Connection: Upgrade

            HTTP
        for my $text ('hello', '', 'x' x 300, 'y' x 70_000) {
            $client->send(masked(1, $text));
            is_deeply [ unmasked($client) ], [ 1, $text ],
                length($text) . ' bytes';
        }
        $client->send(masked(9, 'there?'));
        is_deeply [ unmasked($client) ], [ 10, 'there?' ],
            'a ping is answered by a pong';
        $client->send(masked(8, ''));
        is_deeply [ unmasked($client) ], [ 8, '' ],
            'a websocket is closed on both sides';
        is $client->read_all, '',
            'nothing of HTTP follows the end of a WebSocket';
    }
    is get($h, '/websocket', headers => { 'Sec-WebSocket-Key' => 'a' })
        ->status, 426, 'a client that has not asked for it';
};

sub masked ($opcode, $text) {
    my $length = length $text;
    my $size
        = $length < 126   ? pack 'C',   0x80 | $length
        : $length < 65536 ? pack 'Cn',  0x80 | 126, $length
        :                   pack 'CQ>', 0x80 | 127, $length;
    my $mask = "\x12\x34\x56\x78";
    return
          pack('C', 0x80 | $opcode)
        . $size
        . $mask
        . ($text ^. substr $mask x ($length / 4 + 1), 0, $length);
}

sub take ($client, $count) {
    return $count ? $client->read_until(qr/\A.{$count}/s) // '' : '';
}

sub unmasked ($client) {
    my ($first, $length) = unpack 'CC', take($client, 2);
    $length = unpack 'n',  take($client, 2) if $length == 126;
    $length = unpack 'Q>', take($client, 8) if $length == 127;
    my $text = '';
    while (length $text < $length) {    # a pattern takes 65534 at most
        my $some = $length - length $text;
        $text .= take($client, $some > 30_000 ? 30_000 : $some) || last;
    }
    return ($first & 0x0f, $text);
}

subtest 'lines' => sub {
    for my $place ('/lines', '/script', '/lines') {
        my ($client, $head) = upgrade($place, 'lines');
        is $head, <<~'HTTP', $place;
            HTTP/1.1 101 Switching Protocols
            X-Given: yes
            Upgrade: lines
            Connection: Upgrade

            HTTP
        is $client->read_until(qr/\n/), "ready \n", 'the server is first';
        $client->send("abc\nde");
        is $client->read_until(qr/\n/), "cba\n",
            'a line is answered after the upgrade';
        $client->send("f\n");
        is $client->read_until(qr/\n/), "fed\n", 'a line in two pieces';
        $client->finish;
        is $client->read_all, "end\n", 'the end of file';
    }
    my @body = ('Content-Length: 4', "bodyxyz\n");
    my ($client) = upgrade('/lines?body', 'lines', @body);
    is $client->read_until(qr/\n/), "ready body\n",
        'a line is answered after an upgrade with a body';
    is $client->read_until(qr/\n/), "zyx\n",
        "the protocol begins behind the request's body";
    $client->close;    # there is one worker
    ($client) = upgrade('/lines', 'lines', @body);
    is $client->read_until(qr/\n/), "ready \n", 'a body that nobody read';
    is $client->read_until(qr/\n/), "zyx\n",
        'the unread body of an upgrade is skipped';
};

subtest 'a time limit of requests is over' => sub {
    my ($client) = upgrade('/lines', 'lines');
    is $client->read_until(qr/\n/), "ready \n",
        'a protocol with a time limit of requests begins';
    select undef, undef, undef, 1.3;
    $client->send("late\n");
    is $client->read_until(qr/\n/), "etal\n",
        'an upgraded connection goes on after the time limit';
};

subtest 'it fails' => sub {
    my $mark = $h->error_log_mark;
    for my $how ('die', 'status') {
        my ($client) = upgrade('/lines', 'lines');
        $client->read_until(qr/\n/);
        $client->send("$how\n");
        is $client->read_all, '', "$how: nothing of HTTP follows";
    }
    log_like($h, $mark, qr/asked to/);
    like $h->access_log, qr{"GET /lines HTTP/1\.1" 101 },
        'the access log has an upgrade with 101';
};

subtest 'a client that did not offer it gets the other answer' => sub {
    for my $round (1, 2) {
        is get($h, '/lines')->body, 'plain',
            'a request without Upgrade gets the other answer';
        is get($h, '/lines', headers => { Upgrade => 'lines' })->body,
            'plain', 'a request without Connection gets the other answer';
        is get($h, '/lines',
            headers => { Upgrade => 'liness', Connection => 'Upgrade' })
            ->body, 'plain',
            'a request for another protocol gets the other answer';
        like raw(
            $h,
            "GET /lines HTTP/1.0\r\nUpgrade: lines\r\n"
                . "Connection: Upgrade\r\n\r\n"
            ),
            qr{\AHTTP/1\.1 200 .*\r\n\r\nplain\z}s,
            'a request by HTTP/1.0 gets the other answer';
    }
};

is get($h, '/wrong')->body,
    'begun ' . <<'TEXT', 'each wrong use throws a sentence';
$r->switch_protocol(): argument 1 must be the name of a protocol, not ""
$r->switch_protocol(): argument 1 must be the name of a protocol, not "two words"
$r->switch_protocol(): argument 1 must be the name of a protocol, not "a\r\nX: y"
$r->switch_protocol(): argument 1 must be the name of a protocol, not "caf\351"
$r->switch_protocol(): a header has a character that no header may have
$r->switch_protocol(): the response itself has begun
TEXT

my $only
    = '$r->switch_protocol(): can be called only by the response handler '
    . 'of a request that is no subrequest';
is get($h, '/early')->body, $only,
    'switch_protocol() before the response phase is refused';
is get($h, '/around')->body, $only, 'a subrequest cannot be upgraded';

done_testing;
