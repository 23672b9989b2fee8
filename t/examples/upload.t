# The example upload, as its README.md says.

use Mehari::Test;
use Digest::SHA qw(sha256_hex);
use IO::Socket::INET;
use Time::HiRes qw(sleep time);
use Mehari::Test::Serve;

my $dir = Mehari::Test::Serve::root() . '/examples/upload';

sub body (@files) {
    my $body = '';
    while (my ($name, $data) = splice @files, 0, 2) {
        $body .= "--AaB\r\nContent-Disposition: form-data; name=\"file\"; "
            . "filename=\"$name\"\r\nContent-Type: text/plain\r\n\r\n$data\r\n";
    }
    return "$body--AaB--\r\n";
}

sub post ($server, $content) {
    return $server->{http}->post(
        $server->url . '/',
        {
            content => $content,
            headers =>
                { 'Content-Type' => 'multipart/form-data; boundary=AaB' },
        }
    );
}

# Sends half of an upload, asks for its progress, and sends the rest.
sub in_halves ($server) {
    my ($port)  = $server->url =~ /:(\d+)/;
    my $content = body(slow => 'x' x 400_000);
    my $length  = length $content;
    my $socket
        = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port)
        or die "Cannot connect: $@\n";
    print {$socket} "POST /?number=42 HTTP/1.0\r\nContent-Type: "
        . "multipart/form-data; boundary=AaB\r\nContent-Length: $length\r\n\r\n"
        . substr $content, 0, 300_000, '';
    $socket->flush;
    my $end  = time + 30;
    my $come = 0;

    while (time < $end && $come < 200_000) {
        sleep 0.02;
        $come = $server->body('/progress?number=42');
    }
    print {$socket} $content;
    $socket->flush;
    return ($come, join '', readline $socket);
}

for my $mpm (qw(event prefork)) {
    my $server
        = Mehari::Test::Serve->start($dir, '--mpm', $mpm, '--workers', 2);
    like $server->body('/'), qr{type="file".*Up to 10M}s,
        "$mpm: the page has a form";

    my $response
        = post($server, body('<a>' => "camel\n", b => 'x' x 300_000));
    my ($camel, $long) = map { sha256_hex($_) } "camel\n", 'x' x 300_000;
    like $response->{content},
        qr{&lt;a&gt;</b>: 6 bytes, text/plain, SHA-256 $camel<},
        'a short file arrives with its digest';
    like $response->{content}, qr{b</b>: 300000 bytes.*$long},
        'a long file arrives with its digest';
    like post($server, body('' => ''))->{content}, qr/No file was chosen/,
        'a form without a file is told so';

    my ($come, $answer) = in_halves($server);
    cmp_ok $come, '>', 200_000, 'how much has come';
    cmp_ok $come, '<', 400_000,
        'the upload is not complete when progress is shown';
    like $answer, qr/slow.*: 400000 bytes/, 'a slow file arrives at last';
    is $server->body('/progress?number=42'), 0,
        'no progress is left after the upload';

    $response = post($server, body(huge => 'x' x (11 * 1024 * 1024)));
    is $response->{status}, 413, 'a file over the limit gets 413';
    $response = post($server, substr body(a => 'x'), 0, -10);
    is $response->{status}, 400, 'a file that is cut off is refused';
    is $server->end,        0,   'the server ends with status 0';
    is_deeply [ $server->leftovers ], [], 'no temporary file is left';
}

done_testing;
