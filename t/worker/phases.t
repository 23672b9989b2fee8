# The phases around the response: start of a worker, log and cleanup phases, and
# their log lines.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Worker;

my $h = worker_server(
    perl_pool => 'workers=1',
    config    => <<~'CONF',
        PerlChildInitHandler My::Worker::child_init
        <Location "/after">
        SetHandler modperl
        PerlResponseHandler My::Worker
        PerlLogHandler My::Worker::log_phase
        PerlCleanupHandler My::Worker::cleanup_phase
        </Location>
        <Location "/after/words">
        ErrorDocument 404 "words of the configuration"
        </Location>
        <Location "/after/page">
        ErrorDocument 404 /w?hello
        </Location>
        CONF
);

my $until = time + 30;
my $mark  = $h->error_log_mark;
is body($h, 'hello'), "hello\n", 'the first request to a worker is served';
is body($h, 'hello'), "hello\n", 'the second request to a worker is served';
# Lines from a worker's start come with the answer to another request.
body($h, 'hello') while $h->error_log !~ /born/ && time < $until;
like $h->error_log, qr/pool default: born.*\[MH3051\]/,
    "the words of a worker's start are in the log";
my @born = $h->error_log =~ /(born)/g;
is scalar @born, 1, 'PerlChildInitHandler runs once in a worker';

$mark = $h->error_log_mark;
is get($h, '/after?hello')->body, "hello\n",
    'a request with later phases in httpd is served';
log_like($h, $mark, qr/logged after 200 6$/m);
log_like($h, $mark, qr/cleaned up$/m);

my $start = time;
is get($h, '/after?slow')->status, 404, 'the client does not wait';
cmp_ok time - $start, '<', 4.5,
    "a worker's answer does not wait for its cleanup";

for my $round (1 .. 20) {
    $mark = $h->error_log_mark;
    is get($h, '/after?nothing')->status, 404, 'an error with later phases';
    log_like($h, $mark, qr/logged after 404 0$/m);
}

# The page is a request itself, and may need the only worker.
my $client = client($h);
for my $round (1 .. 3) {
    for (
        [ '/after'       => qr/Not Found/ ],
        [ '/after/words' => qr/\Awords of the configuration\z/ ],
        [ '/after/page'  => qr/\Ahello\n\z/ ]
        )
    {
        my ($path, $page) = @$_;
        $mark = $h->error_log_mark;
        my $response = $client->request("$path?nothing");
        is $response->status, 404, "$path has an error status, round $round";
        like $response->body, $page, "$path has its page, round $round";
        log_like($h, $mark, qr/logged after 404 \d+$/m);
        log_like($h, $mark, qr/cleaned up$/m);
    }
}

$mark = $h->error_log_mark;
is get($h, '/w?speak')->status, 200, 'a handler that talks';
log_like($h, $mark, qr/\[perl:error\] .*\[client 127[^]]*\] warned$/m);
log_like($h, $mark, qr/\[client 127[^]]*\] from a program$/m);
log_like($h, $mark, qr/\[:error\] \[pid [^]]*\] of the server$/m);
log_unlike($h, $mark, qr/of interest/);

for my $what (qw(lookup late)) {
    $mark = $h->error_log_mark;
    is get($h, "/w?$what")->status, 500, "httpd alone can do $what";
    log_like($h, $mark, qr/worker of a pool/);
}

my $both = worker_server(
    handlers => {
        '/early' =>
            [ 'My::Worker', 'PerlAccessHandler My::Worker::access_phase' ]
    }
);
for my $round (1, 2) {
    is get($both, '/early?early')->body, "elsewhere\n",
        "an earlier phase is httpd's, $round";
}

done_testing;
