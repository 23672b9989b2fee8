# Many requests at once while httpd restarts: none is lost, and no process
# grows.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(memory_of);
use Mehari::Test::Threads;

plan skip_all => 'mod_perl has an interpreter for each thread'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $WAY = 'trans headers access type fixup response';

# True if the client gets the right answers, many times.
sub is_served ($h, $number, $times) {
    my $client = client($h);
    for my $time (1 .. $times) {
        my $who  = "c${number}t$time";
        my $page = $client->ask("/turns?who=$who");
        my $text = $client->ask("/turns?who=$who&do=env");
        my $file = $client->ask("/guarded/file?who=$who");
        return 0
            if $page->body ne "$who $WAY $who\n"
            || ($text->status // 0) != 200
            || $file->body ne 'file';
    }
    return 1;
}

my $h = threads_server(files => { 'guarded/file' => 'file' });

subtest 'graceful restarts' => sub {
    my $mark   = $h->error_log_mark;
    my $failed = at_once(
        6,
        sub ($number) { return is_served($h, $number, 150) },
        sub {
            for (1 .. 4) { sleep 0.5; $h->graceful }
        }
    );
    is $failed, 0, 'no request fails at graceful restarts';
    log_unlike(
        $h, $mark,
        qr/mixed up|exit signal/,
        'the log of graceful restarts has no complaint'
    );
};

subtest 'growth' => sub {
    at_once(4, sub ($number) { return is_served($h, $number, 100) });
    my ($child) = get($h, '/turns?do=pid')->body =~ /(\d+)/;
    my $before = memory_of($child);
    is at_once(4, sub ($number) { return is_served($h, $number, 200) }), 0,
        'two thousand requests and more';
SKIP: {
        skip 'a sanitizer keeps what is freed', 1 if $ENV{MEHARI_PRELOAD};
        cmp_ok memory_of($child) / $before, '<', 1.05,
            'requests leave no memory behind';
    }
};

subtest 'the end' => sub {
    my $mark = $h->error_log_mark;
    $h->stop;
    log_unlike($h, $mark, qr/exit signal/, 'the end of httpd is clean');
};

done_testing;
