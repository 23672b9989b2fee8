# The answer to a request whose pool has no room or no time for it.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;
use Mehari::Test::Http2;
use Mehari::Test::Status;

subtest 'a full queue' => sub {
    my $h = gateway_server(
        perl_pool => 'concurrency=1 queue=1',
        config    => status_config(),
    );
    my $mark = $h->error_log_mark;
    my $gate = gate($h);
    my ($first, $second) = map { client($h) } 1 .. 2;
    my $ask = "GET /gates.pl?$gate HTTP/1.1\r\nHost: x\r\n\r\n";
    $first->send($ask);
    ok $first->read_until(qr/line 1\n/), 'the first request runs';
    $second->send($ask);
    ok wait_until(sub { part($h, 'default')->{waiting} == 1 }),
        'the second request waits';

    for (1 .. 2) {
        my $response = get($h, '/hello.pl');
        is $response->status, 503, 'a third request is turned away';
        like $response->header('Retry-After'), qr/\A[1-9]\d*\z/,
            'the client that is turned away is told when to come back';
    }
    is get($h, '/hello.pl', method => 'POST', body => 'x' x 1000)->status,
        503, 'a request with a body is refused too';
    log_like($h, $mark, qr/pool default: .*hello\.pl.*\[MH3010\]/);
    log_unlike($h, $mark, qr/Premature|End of script|writing request body/);
    open_gate($gate);
    ok $first->read_until(qr/line 2\n/), 'the first request ends as ever';
    is $second->read_response->status, 200, 'the one that waited is served';
    is get($h, '/hello.pl')->status, 200,
        'a request after the crowd is served';
    $h->stop;
};

# A compilation takes a slot, which one of the requests that wait for it then
# gets.
subtest 'a compilation' => sub {
    my $h = gateway_server(perl_pool => 'concurrency=3 queue=0');
    script($h, 'long.pl', <<~'PERL');
        BEGIN { my $sum = 0; $sum += $_ for 1 .. 3_000_000 }
        print "Content-Type: text/plain\n\nok\n";
        PERL
    my @clients = map { client($h) } 1 .. 3;
    $_->send("GET /long.pl HTTP/1.1\r\nHost: x\r\n\r\n") for @clients;
    is_deeply [ map { $_->read_response->status } @clients ], [ (200) x 3 ],
        'as many requests as may run wait for it';
    $h->stop;
};

subtest 'request-timeout' => sub {
    my $h = gateway_server(
        perl_pool => 'request-timeout=1s',
        http2     => 1
    );
    for (1 .. 2) {
        my $mark  = $h->error_log_mark;
        my $start = time;
        is get($h, '/sleep.pl?20')->status, 504,
            'a timeout before headers makes status 504';
        cmp_ok time - $start, '<', 15,
            'a timeout comes before the script ends by itself';
        log_like($h, $mark, qr/pool default: .*sleep\.pl.*\[MH3013\]/);
        log_unlike($h, $mark, qr/Premature|End of script/);
    }
    my $response = get($h, '/sleep.pl?20,1');
    is $response->status, 200, 'a timeout after headers leaves the status';
    ok !$response->complete, 'a response whose script was ended is cut short';
    my $client = Mehari::Test::Http2->new($h);
    my $number = $client->ask('/sleep.pl?20,1');
    ok $client->hear_until(sub { $client->has_ended($number) }),
        'a stream of HTTP/2 ends';
    ok !$client->response($number)->complete,
        'a timeout in HTTP/2 breaks off the stream';
    $h->stop;
};

subtest 'CGIScriptTimeout' => sub {
    for my $mpm (qw(event prefork)) {
        my $h = gateway_server(
            mpm     => $mpm,
            modules => [ $mpm eq 'prefork' ? 'cgi' : 'cgid' ],
            config  => "CGIScriptTimeout 1s\n"
        );
        my $mark = $h->error_log_mark;
        is get($h, '/sleep.pl?20')->status, 504, "$mpm: before headers: 504";
        log_like($h, $mark,
            qr/warn.*Timeout waiting for output from CGI.*\[MH3007\]/);
        my $response = get($h, '/sleep.pl?20,1');
        ok !$response->complete,
            'CGIScriptTimeout after headers cuts the response short';
        my ($pid) = $response->body =~ /begin (\d+)/;
        ok wait_until(sub { !-e "/proc/$pid" }), 'the script is ended';
        $response = get($h, '/steps.pl?5,400');
        ok $response->complete, 'a script that writes is not too slow';
        like $response->body, qr/line 5\n/,
            'a response within its time comes whole';
        $h->stop;
    }
};

subtest 'RLimit directives' => sub {
    my $h = gateway_server(config => "RLimitCPU 7 9\nRLimitNPROC 99 199\n");
    script($h, 'limits.pl', <<~'PERL');
        print "Content-Type: text/plain\n\n";
        open my $in, '<', '/proc/self/limits';
        print grep { /^Max (?:cpu|processes)/ } <$in>;
        PERL
    my $body = get($h, '/limits.pl')->body;
    like $body, qr/cpu time\s+7\s+9\b/,     'RLimitCPU limits a script';
    like $body, qr/processes\s+99\s+199\b/, 'RLimitNPROC limits a script';
    $h->stop;
};

done_testing;
