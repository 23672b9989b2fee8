# Many requests at once, while workers come and go and httpd restarts: none
# fails.

use Mehari::Test;
use Mehari::Test::Gateway qw(curl);
use Mehari::Test::Worker;
use POSIX ();

# Each client asks many times over one connection; the result is the number of
# wrong answers.
sub failures ($h, $clients, $times, $meanwhile = undef) {
    my @url = ($h->url('/w?hello')) x $times;
    my @pid = map {
        my $pid = fork // die "Cannot fork: $!.\n";
        if (!$pid) {
            my ($code, $text) = curl('--retry', 0, @url);
            POSIX::_exit($code == 0 && $text eq "hello\n" x $times ? 0 : 1);
        }
        $pid;
    } 1 .. $clients;
    $meanwhile->() if $meanwhile;
    my $failed = 0;
    for my $pid (@pid) { waitpid $pid, 0; $failed++ if $? }
    return $failed;
}

for my $mpm (qw(event prefork)) {
    subtest $mpm => sub {
        my $h = worker_server(
            mpm       => $mpm,
            workers   => 12,
            perl_pool => 'workers=3 threads=12 requests=20'
        );
        is failures($h, 12, 200), 0,
            'more clients than workers are all served';
        is failures($h, 2, 200), 0,
            'fewer clients than workers are all served';
        unlike $h->error_log, qr/\[perl:(?!notice\])/,
            'no error is logged under load';
    };
}

subtest 'graceful restarts' => sub {
    my $h      = worker_server(workers => 12, perl_pool => 'workers=3');
    my $failed = failures(
        $h, 6, 500,
        sub {
            # Between restarts, both old and new clients send requests.
            for (1 .. 3) { sleep 1; $h->graceful }
        }
    );
    is $failed, 0, 'no request fails at graceful restarts';
};

subtest 'all that a request may have' => sub {
    my $h       = worker_server(config => "LimitRequestFields 200\n");
    my @headers = map { ("X-Many-$_" => 'x' x 800) } 1 .. 100;
    for my $round (1 .. 3) {
        is get($h, '/w?headers', headers => [ @headers, 'X-In' => $round ],)
            ->body, "for $round\n",
            "eighty thousand bytes of headers, $round";
        is body($h, 'hello'), "hello\n",
            'the next request has none of the large headers';
    }
};

done_testing;
