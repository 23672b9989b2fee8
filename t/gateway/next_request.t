# A client that asks again at once keeps its thread, which waits for it. Others
# still get threads.

use Mehari::Test;
use List::Util qw(max uniq);
use Mehari::Test::Gateway;

my $THREADS = 6;
my $h       = gateway_server(
    mpm     => 'event',
    workers => $THREADS,
    config  => <<~'CONF',
        LogFormat "%{tid}P %U" thread
        CustomLog logs/threads thread
        CONF
);
script($h, 'plain.pl', qq(print "Content-Type: text/plain\\n\\nplain\\n";\n));
get($h, '/plain.pl') for 1 .. 2;

# The threads that have served requests for that path since then.
sub threads ($path) {
    open my $in, '<', $h->root . '/logs/threads' or return ();
    return map { /^(\d+) \Q$path\E/ ? $1 : () } <$in>;
}

# All threads, once so many are written; undef before.
sub all_of ($path, $count) {
    my @threads = threads($path);
    return @threads < $count ? undef : \@threads;
}

# The number of times that one thread served two requests in a row.
sub stays (@threads) {
    return scalar grep { $threads[$_] eq $threads[ $_ - 1 ] } 1 .. $#threads;
}

subtest 'one after the other' => sub {
    plan skip_all =>
        'with a sanitizer, threads wait for less than a request takes'
        if $ENV{MEHARI_PRELOAD};
    my $MOST = 7;    # of 9; by chance, one try in 4,000 has as many
    my ($stays, $try) = (0, 0);

    # A busy machine may be too slow for the thread's patience.
    wait_until(
        sub {
            my $path   = '/plain.pl/' . ++$try;
            my $client = client($h);
            $client->request($path) for 1 .. 10;
            my $threads = wait_until(sub { all_of($path, 10) }) // [];
            $stays = max($stays, stays(@$threads));
            return $stays >= $MOST;
        },
        60
    );
    cmp_ok $stays, '>=', $MOST,
        'the requests of a connection have stayed in one thread'
        or diag "tries: $try";
};

subtest 'in turn with the listener' => sub {
    my $client  = client($h);
    my $request = 150;
    $client->request('/plain.pl/long') for 1 .. $request;
    my @threads
        = @{ wait_until(sub { all_of('/plain.pl/long', $request) }) // [] };
    is @threads, $request, 'all requests were served';
    cmp_ok stays(@threads), '<', $request * 0.99,
        'the requests were served by more than one thread';
};

subtest 'more clients than threads' => sub {
    my @clients = map { client($h) } 1 .. 2 * $THREADS;
    for my $round (1 .. 20) {
        is_deeply [ uniq map { $_->request('/plain.pl')->body } @clients ],
            ["plain\n"],
            "more clients than threads are all served in round $round";
    }
};

subtest 'a client that goes' => sub {
    my $mark = $h->error_log_mark;
    for (1 .. 10) {
        my $client = client($h);
        $client->request('/plain.pl') for 1 .. 3;
        $client->close;
    }
    is get($h, '/plain.pl')->body, "plain\n",
        'a client that goes does not disturb others';
    unlike $h->error_log_since($mark), qr/exit signal|:error\]/,
        'a client that goes leaves no error';
};

done_testing;
