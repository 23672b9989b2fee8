# The number of requests that a pool may run and queue limits how many of
# httpd's threads it holds. One pool never holds all threads, nor do all pools
# together. This is so whatever its manager does, for scripts, workers and
# commands of pages, under each MPM.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of pool_processes wait_until);

my @PATHS = ('/hello.pl', '/w?hello');

sub held_server (%option) {
    my $keys = delete $option{keys};
    my $h    = attack_server(
        workers   => 16,
        perl_pool => $keys,
        files     => { 'static.txt' => "static\n" },
        start     => 0,
        %option,
    );
    script($h, 'hello.pl',    'print "Content-Type: text/plain\n\nhello\n";');
    script($h, 'sleep.pl',    'sleep 60;');
    script($h, 'redirect.pl', 'print "Location: /hello.pl\n\n";');
    return $h->start;
}

sub script ($h, $name, $code) {
    return write_file($h->document_root . "/$name",
        "#!/usr/bin/perl\n$code\n", 0755);
}

# Sends so many requests at a time; returns the clients.
sub sent ($h, $path, $count) {
    my @clients = map { client($h, timeout => 60) } 1 .. $count;
    $_->send("GET $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        for @clients;
    return @clients;
}

# A request that was served may still hold a thread for a moment.
sub is_idle ($h) {
    return ok wait_until(sub { busy($h) == 0 }), 'no thread is held';
}

# Sends so many requests; each must get 503 at once.
sub refused ($h, $path, $count) {
    my $start     = time;
    my @responses = map { get($h, $path, timeout => 60) } 1 .. $count;
    cmp_ok time - $start, '<', 3, "$path: the answers come at once";
    is
        scalar(grep { $_->status == 503 && $_->header('Retry-After') }
            @responses),
        $count, "$path: each is 503";
    return;
}

# Stops the manager while the code runs, so that nobody reads a request. The
# code must be fast, because a stopped manager ends after some seconds.
sub while_stopped ($h, $code) {
    my $manager = pool_processes($h)->{default};
    kill STOP => $manager, children_of($manager);
    $code->();
    kill KILL => $manager;
    return;
}

sub end_scripts ($h) {
    kill KILL => map { children_of($_) } values pool_processes($h)->%*;
    return;
}

sub are_served ($h, $path, $count) {
    my @responses = map {
        eval { $_->read_response }
    } sent($h, $path, $count);
    return $count == grep { $_->status == 200 } @responses;
}

sub holds ($h, $count, $name) {
    ok wait_until(sub { busy($h) == $count }), "$name: $count threads wait"
        or diag busy($h);
    is get($h, '/static.txt', timeout => 5)->body, "static\n",
        "$name: a file is served";
    return;
}

for my $mpm ($ENV{MEHARI_TEST_MPM} // qw(event prefork)) {
    subtest "$mpm: concurrency and queue" => sub {
        my $h = held_server(
            mpm  => $mpm,
            keys => 'concurrency=2 workers=2 queue=2'
        );
        for my $path (@PATHS) {
            is get($h, $path, timeout => 30)->status, 200, "$path is served";
            my @clients;
            my $mark = $h->error_log_mark;
            while_stopped(
                $h,
                sub {
                    @clients = sent($h, $path, 4);
                    holds($h, 4, $path);
                    refused($h, $path, 8);
                    holds($h, 4, $path);
                }
            );
            log_like($h, $mark, qr/its queue is full.*\[MH3010\]/);
            like $_->read_response->status, qr/^(?:200|503)$/,
                "$path: those that waited are answered"
                for @clients;
            is_idle($h);
        }
        $h->stop;
    };

    subtest "$mpm: a reserve for others" => sub {
        my $h = held_server(
            mpm    => $mpm,
            config => <<~'CONF',
                PerlPool other
                Alias /other ${DOCUMENT_ROOT}
                <Location /other>
                    PerlUsePool other
                </Location>
                CONF
        );
        is get($h, $_)->status, 200, "$_ is served"
            for '/hello.pl', '/other/hello.pl';
        is_idle($h);
        my @clients = sent($h, '/sleep.pl', 12);
        holds($h, 12, 'one pool');
        refused($h, '/hello.pl', 4);
        push @clients, sent($h, '/other/sleep.pl', 2);
        holds($h, 14, 'all pools');
        refused($h, $_, 2) for '/hello.pl', '/other/hello.pl';
        end_scripts($h);
        is scalar(grep { defined $_->read_response } @clients), 14,
            'all are answered';
        is_idle($h);
        is get($h, '/hello.pl')->status, 200, 'requests are served again';
        $h->stop;
    };
}

subtest 'threads=' => sub {
    my $h = held_server(keys => 'threads=3');
    is get($h, '/hello.pl')->status, 200, 'a script is served';
    is_idle($h);
    my @clients = sent($h, '/sleep.pl', 3);
    holds($h, 3, 'threads=3');
    refused($h, '/hello.pl', 3);
    $h->stop;
};

# Served requests leave no count behind, nor do the requests of a killed child
# of httpd.
subtest 'counts' => sub {
    my $h = held_server(
        processes => 2,
        workers   => 8,
        keys      => 'concurrency=3 queue=0',
    );
    for my $round (1 .. 3) {
        is_idle($h);
        my @clients = sent($h, '/sleep.pl', 3);
        ok wait_until(sub { busy($h) == 3 }), 'scripts run';
        kill KILL => $h->children;
        end_scripts($h);
        ok wait_until(sub { are_served($h, '/hello.pl', 3) }, 30),
            'as many are served by new children of httpd';
    }
    $h->stop;
};

subtest 'one request after the other' => sub {
    my $h = held_server(keys => 'threads=1');
    my %status;
    for my $path (qw(/hello.pl /redirect.pl /w?hello)) {
        $status{ get($h, $path)->status }++ for 1 .. 100;
    }
    is_deeply \%status, { 200 => 300 }, 'each is served';
    $h->stop;
};

done_testing;
