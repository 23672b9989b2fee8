# Requests that wait for the interpreter, and for how long: they do not wait for
# a slow client or a file, and never without end.

use Mehari::Test;
use Time::HiRes qw(time sleep);
use Mehari::Test::Threads;

plan skip_all => 'mod_perl has an interpreter for each thread'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

# Less than FlushMaxThreshold, and more than these sockets can hold.
my $h = threads_server(
    config => <<~'CONF',
        PerlInterpWait 2
        SendBufferSize 4096
        CONF
    files => { 'guarded/long' => 'y' x 20_000_000 },
);

# A client that has read the beginning of its answer, and reads no more.
sub slow ($path) {
    my $client = client($h, receive => 4096);
    $client->send(Mehari::Test::Client::message($path, $h->port));
    $client->read_until(qr/\r\n\r\n/);
    return $client;
}

sub seconds ($code) {
    my $begin = time;
    $code->();
    return time - $begin;
}

# A request gets 503 if another one keeps the interpreter.
sub is_free ($name) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    return is get($h, '/turns?who=other')->status, 200, $name;
}

sub ended () { return get($h, '/turns?do=ended')->body + 0 }

subtest 'a slow client' => sub {
    for my $round (1, 2) {
        my $before = ended();
        my $client = slow('/turns?who=slow&size=60000');
        sleep 0.1;
        is_free("does not keep the interpreter, $round");
        is ended(), $before + 3,
            "the last phases of a slow client's request have ended";
        cmp_ok length $client->{bytes}, '<', 50_000,
            'a slow client has not got all';
        my $end = time + 20;
        1 while length $client->{bytes} < 60_000 && $client->read_some($end);
        like $client->{bytes}, qr/\A(?:[0-9a-f]*\r\n|x)+\z/,
            'a slow client gets the rest';
        is ended(), $before + 4, 'the last phases end once';
    }
};

subtest 'a file behind a Perl handler' => sub {
    for my $round (1, 2) {
        my $client = slow('/guarded/long?who=file');
        sleep 0.1;
        is_free("does not keep it, $round");
        $client->close;
    }
};

subtest 'a handler that takes too long' => sub {
    my $mark = $h->error_log_mark;
    my $long = client($h);
    $long->send(
        Mehari::Test::Client::message('/turns?who=long&sleep=6', $h->port));
    sleep 0.3;
    my $status;
    my $took = seconds(sub { $status = get($h, '/turns?who=late')->status });
    is $status, 503, 'others get 503 beside a handler that takes too long';
    cmp_ok $took, '>', 1.5, 'others wait for PerlInterpWait';
    cmp_ok $took, '<', 5,   'others wait no longer than PerlInterpWait';
    log_like($h, $mark,
        qr/busy for more than 2 seconds \(PerlInterpWait\).*\[MH2003\]/);
    like $long->read_response->body, qr/\Along trans/,
        'a handler that takes too long ends as it should';
    is_free('and the next one is served');
};

subtest 'a handler that asks its own server' => sub {
    for my $round (1, 2) {
        is get($h, '/turns?who=me&do=self')->body,
            "it said HTTP/1.1 503 Service Unavailable\r\n",
            "hears that it waits for itself, $round";
        is_free('and the next one is served');
    }
};

done_testing;
