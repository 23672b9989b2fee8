# What runs around the response: start of a worker, log and cleanup phases,
# and what is logged.

use v5.36;
use Test::More;
use Time::HiRes qw(time);
use Mehari::Test;
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
        <Location "/early">
        SetHandler modperl
        PerlResponseHandler My::Worker
        PerlAccessHandler My::Worker
        </Location>
        CONF
);

my $mark = $h->error_log_mark;
is body($h, 'hello'), "hello\n", 'a first request';
is body($h, 'hello'), "hello\n", 'a second one';
log_like($h, $mark, qr/born/);
my @born = $h->error_log =~ /(born)/g;
is scalar @born, 1, 'PerlChildInitHandler runs once in a worker';

$mark = $h->error_log_mark;
is get($h, '/after?hello')->body, "hello\n", 'with later phases';
log_like($h, $mark, qr/logged after 200 6$/m);
log_like($h, $mark, qr/cleaned up$/m);

my $start = time;
is get($h, '/after?slow')->status, 404, 'the client does not wait';
cmp_ok time - $start, '<', 1.5, 'for a cleanup that takes its time';

$mark = $h->error_log_mark;
is get($h, '/w?speak')->status, 200, 'a handler that talks';
log_like($h, $mark, qr/\[perl:error\] .*\[client 127[^]]*\] warned$/m);
log_like($h, $mark, qr/\[client 127[^]]*\] from a program$/m);
log_like($h, $mark, qr/\[perl:error\] \[pid [^]]*\] of the server$/m);
log_unlike($h, $mark, qr/of interest/);

$mark = $h->error_log_mark;
is get($h, '/early?hello')->status, 500, 'an earlier phase, with threads';
log_like($h, $mark, qr/threaded MPM; say PerlUsePool here/);

for my $what (qw(lookup late)) {
    $mark = $h->error_log_mark;
    is get($h, "/w?$what")->status, 500, "what httpd alone can do: $what";
    log_like($h, $mark, qr/worker of a pool/);
}

done_testing;
