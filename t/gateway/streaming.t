# Streaming in both directions: the body goes to the script as the script reads
# it, the response to the client as the script writes it.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Gateway;

sub chunk ($data) { return sprintf "%x\r\n%s\r\n", length $data, $data }

sub post_head ($path) {
    return "POST $path HTTP/1.1\r\nHost: localhost\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n";
}

for my $mpm (qw(event prefork worker)) {
    subtest $mpm => sub {
        my $h = gateway_server(
            mpm     => $mpm,
            workers => 4,
            config  => "PerlBuffer request=Off\n",
        );
        first_line_at_once($h);
        body_in_pieces($h);
        body_that_is_not_read($h);
        small_body_that_is_not_read($h);
        more_output_than_pipes_hold($h);
        nothing_is_left($h);
        $h->stop;
    };
}

sub first_line_at_once ($h) {
    my $client = client($h);
    my @gates  = map { gate($h) } 1 .. 2;
    my $names  = join ',', @gates;
    $client->send("GET /gates.pl?$names HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ok $client->read_until(qr/line 1\n/, 10), 'the first line comes at once';
    open_gate($gates[0]);
    ok $client->read_until(qr/line 2\n/, 10),
        'the second comes when it was written';
    open_gate($gates[1]);
    ok $client->read_until(qr/line 3\n.*\r\n0\r\n\r\n/s, 10),
        'all lines of the page arrive';
    return;
}

sub body_in_pieces ($h) {
    my $client = client($h);
    $client->send(post_head('/echo.pl'));
    for my $word (qw(one two three)) {
        $client->send(chunk("$word\n"));
        ok $client->read_until(qr/$word\n/, 5),
            "$word comes back before the body has ended";
    }
    $client->send("0\r\n\r\n");
    ok $client->read_until(qr/\r\n0\r\n\r\n/, 5),
        'the response ends after the body';
    for (1 .. 2) {
        my $response = $client->request(
            '/count.pl',
            method => 'POST',
            body   => 'x' x 300_000
        );
        is $response->body, "300000\n", 'a body with a length';
    }
    return;
}

sub body_that_is_not_read ($h) {
    my $mark = $h->error_log_mark;
    for (1 .. 2) {
        my $response = get(
            $h, '/hello.pl',
            method => 'POST',
            body   => 'x' x 1_000_000
        );
        is $response->status, 200, 'a script that does not read its body';
        like $response->body, qr/\Ahello \d+\n\z/,
            'a script that does not read its body answers';
    }
    log_like($h, $mark,
        qr/error.*Error writing request body to script.*\[MH3003\]/);
    return;
}

# A perl that has just started would find the body in the pipe.
sub small_body_that_is_not_read ($h) {
    my $mark = $h->error_log_mark;
    get($h, '/hello.pl', method => 'POST', body => 'a=1') for 1 .. 40;
    my $client = client($h);
    my $large  = chunk('x' x 8000) x 20;
    $client->send(post_head('/hello.pl') . "${large}0\r\n\r\n");
    ok $client->read_until(qr/hello/, 5), 'a page for a large body';
    log_like($h, $mark, qr/hello.*MH3003/);
    my @lines = substr($h->error_log, $mark) =~ /.*MH3003/g;
    is @lines, 1,
        'one large body that nobody reads is logged, and no small one'
        or diag "@lines";
    return;
}

# mod_cgi waits here until Timeout: each side waits for the other.
sub more_output_than_pipes_hold ($h) {
    script($h, 'first.pl', <<~'PERL');
        $| = 1;
        print "Content-Type: text/plain\n\n", 'y' x 3_000_000;
        my $length = 0;
        while (my $read = sysread STDIN, my $piece, 65536) {
            $length += $read;
        }
        print "\n$length\n";
        PERL
SKIP: for (1 .. 2) {
        skip 'curl is not installed', 3 if !has_curl();
        my ($status, $body)
            = curl('--data-binary', '@' . body_file($h),
            $h->url('/first.pl'));
        is $status, 0, 'a script that writes first';
        is length $body, 3_000_001 + 8,
            'a script that writes first writes all';
        is substr($body, -8), "2000000\n",
            'a script that writes first reads all of its body';
    }
    return;
}

sub body_file ($h) {
    return write_file($h->root . '/body', 'x' x 2_000_000);
}

sub nothing_is_left ($h) {
    my ($pid) = get($h, '/hello.pl')->body =~ /hello (\d+)/;
    ok wait_until(sub { !-e "/proc/$pid" }),
        'a script that has answered is gone';
    return;
}

done_testing;
