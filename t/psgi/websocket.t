# A WebSocket of an application of PSGI: httpd's own protocol switch makes it,
# in httpd's processes. A worker of a pool has no connection to the client, and
# says so.

use Mehari::Test;
use Digest::SHA  qw(sha1_base64);
use MIME::Base64 qw(encode_base64);

my $app = <<~'APP';
    use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
    use Apache2::RequestIO   ();
    use Apache2::RequestRec  ();
    use Apache2::RequestUtil ();
    use Apache2::Response    ();
    use APR::Table           ();
    use Digest::SHA qw(sha1_base64);

    # RFC 6455: one short text at a time, sent back in capitals.
    sub talk ($r) {
        while ($r->read(my $head, 2) == 2) {
            my ($kind, $size) = unpack 'CC', $head;
            last if $kind != 0x81;
            $r->read(my $mask, 4);
            $r->read(my $text, $size & 0x7f);
            $text ^.= substr $mask x (1 + length($text) / 4), 0, length $text;
            $r->print(pack 'CC/a*', 0x81, uc $text);
            $r->rflush;
        }
        return;
    }

    sub ($env) {
        my $key = $env->{HTTP_SEC_WEBSOCKET_KEY} // '';
        my $r   = Apache2::RequestUtil->request;
        $r->headers_out->set('Sec-WebSocket-Accept' =>
                sha1_base64("${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11") . '=');
        return [ 426, [], ["a WebSocket is wanted\n"] ]
            if !$r->switch_protocol('websocket');
        talk($r);
        return [ 200, [], [] ];
    };
    APP

sub start ($mpm) {
    return server(
        mpm     => $mpm,
        workers => 4,
        files   => { 'app.psgi' => $app },
        config  => <<~'CONF',
            <Location "/">
            SetHandler perl-psgi
            PerlPsgiApp "${DOCUMENT_ROOT}/app.psgi"
            PerlOptions +GlobalRequest
            </Location>
            CONF
    );
}

my $KEY = encode_base64('0123456789abcdef', '');

sub handshake ($httpd) {
    my $client = client($httpd);
    $client->send(
              "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            . "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            . "Sec-WebSocket-Key: $KEY\r\n\r\n");
    return ($client, $client->read_until(qr/\r\n\r\n/) // '');
}

sub frame ($text) {
    my $mask = 'mask';
    return
          pack('CC', 0x81, 0x80 | length $text)
        . $mask
        . ($text ^. substr $mask x (1 + length($text) / 4), 0, length $text);
}

my $httpd = start('prefork');
my ($client, $head) = handshake($httpd);
my $accept = sha1_base64("${KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11") . '=';
like $head, qr/\AHTTP\/1\.1 101 /, 'the protocol is switched';
like $head, qr/^Sec-WebSocket-Accept: \Q$accept\E\r$/m,
    'the answer to the key is as it is asked for';
for my $text ('one text', 'and another') {
    $client->send(frame($text));
    my $answer = quotemeta pack 'CC/a*', 0x81, uc $text;
    ok defined $client->read_until(qr/$answer/s),
        "the message \"$text\" is answered";
}
$client->send(pack 'CC', 0x88, 0x80);
unlike $client->read_all, qr/HTTP/, 'no page of HTTP follows a WebSocket';
is get($httpd, '/')->status, 426, 'a client that offers none is told';

my $pool = start('event');
my $mark = $pool->error_log_mark;
like + (handshake($pool))[1], qr/\AHTTP\/1\.1 500 /, 'a worker has no client';
log_like($pool, $mark, qr/switch_protocol.*worker/);

done_testing;
