# From recorded figures to settings and reasons; the report names noise as such.

use Mehari::Test;
use Mehari::Tune::Advice qw(judge_rows choose_processes difference);
use Mehari::Tune::Report;

sub row ($processes, $clients, @rps) {
    return {
        setting => { name => "workers $processes", processes => $processes },
        concurrency => $clients,
        requests    => 1000,
        failed      => 0,
        rps         => [@rps],
        p99         => [ map { 1000 / $_ } @rps ],
    };
}

sub chosen (@rows) { return choose_processes(judge_rows(\@rows)) }

my @rows = (
    row(2, 4,  900, 910, 920, 930),
    row(2, 16, 100, 101, 102, 103),
    row(4, 16, 200, 205, 208, 210),
    row(8, 16, 190, 204, 211, 220),
);
my ($count, $why) = chosen(@rows);
is $count, 4, 'the fewest of those that cannot be told apart';
like $why, qr/^with 16 clients 4 and 8 are equal, and the others are/,
    'the reason names the counts that cannot be told apart';
is_deeply [ map { $_->{verdict} } @rows ], [qw(only less same best)],
    'the rows have their verdicts';

($count, $why) = chosen(@rows[ 1, 2 ]);
is $count, 4, 'the row that is best is chosen';
is $why, 'most requests/s with 16 clients',
    'the reason is the most requests/s';

($count, $why) = chosen(row(2, 16, 90 .. 99), row(4, 16, 92 .. 101));
is $count, 2, 'the fewest are chosen of rows that are the same';
like $why, qr/the noise is larger than the difference/,
    'the reason says that the noise is larger';

($count, $why) = chosen(row(2, 16, 90), row(4, 16, 200));
is $count, 4, 'too few rounds take the count with the most requests';
like $why, qr/after too few rounds/,
    'the reason says that there were too few rounds';

($count, $why) = chosen({ %{ row(2, 16, 900 .. 905) }, failed => 1 },
    row(4, 16, 100 .. 105));
is $count, 4, 'a row that failed is not chosen';
($count) = chosen({ %{ row(2, 16, 90 .. 95) }, failed => 1 });
is $count, undef, 'a row that failed is not chosen even alone';

my ($own, $slow, $same) = @{
    judge_rows(
        [
            row(4, 16, 200 .. 205),
            row(5, 16, 100 .. 105),
            row(6, 16, 199 .. 204)
        ]
    )
};
is_deeply [ difference($own, $slow, 'rps') ], [ '-49 % requests/s', 1, 0 ],
    'a slower configuration is worse in requests/s';
is_deeply [ difference($own, $slow, 'p99') ],
    [ '+98 % at the 99th percentile', 1, 0 ],
    'a slower configuration is worse in its latency';
is_deeply [ difference($own, $same, 'rps') ],
    [ 'no measurable difference', 0, 0 ],
    'a configuration as fast makes no difference';
is_deeply [ difference($own, { failed => 1 }, 'rps') ],
    [ 'requests failed', 1, 0 ], 'a configuration that fails is worse';

is_deeply [ difference($slow, $own, 'rps') ], [ '+98 % requests/s', 0, 1 ],
    'a faster configuration is better';

# As text.
judge_rows(\@rows);
my %report = (
    title         => 'mehari doctor --tune: here',
    notes         => ['a note'],
    cores         => 2,
    pooled        => 1,
    key           => 'workers',
    memory        => 500 * 1024,
    memory_why    => '--memory',
    size          => 10 * 1024,
    growth        => 0,
    requests      => 0,
    limit         => 81,
    processes     => 4,
    processes_why => 'because',
    trials        => \@rows,
    census        => {
        what    => 'worker of a pool',
        count   => 2,
        max     => 10 * 1024,
        shared  => 4 * 1024,
        private => 6 * 1024,
    },
);
my $text = Mehari::Tune::Report::text(\%report);
like $text, qr/^Memory: 2 x worker of a pool; the largest has 10 240 KiB/m,
    'the text has the memory of a worker';
like $text, qr/= \(512 000 - 10 240\) \/ \(10 240 - 4 096\) = 81$/m,
    'the text has the formula of the memory';
like $text, qr/^ +1 000 +16  workers 4 +206 +\(200-210\) .* equal$/m,
    'the text has a row of a trial';
like $text, qr/^note: a note$/m, 'the text has a note';
my @slow = row(4, 16, 0.9);
judge_rows(\@slow);
my $slow_text = Mehari::Tune::Report::text(
    { %report, trials => \@slow, took => 3, given => 5 });
like $slow_text, qr/ 1111 +\(1111-1111\)$/m,
    'a time of more than a second has all its digits';
like $slow_text, qr/: one round of each setting$/m,
    'the text has the number of rounds';
like $text, qr/^ +# because; 81 processes fit into memory$/m,
    'the text has a reason in the configuration';
like $text, qr/^    PerlPool default workers=4$/m,
    'the text has the line of a pool';

# A pool's settings beside its number.
my %pool = (
    %report,
    key         => 'concurrency',
    took        => 170,
    given       => 180,
    queue       => 1000,
    queue_why   => 'so many in five seconds',
    differences => {
        threads      => { name => 'ThreadsPerChild 4', says => 'slow' },
        threads_many =>
            { name => 'ThreadsPerChild 256', says => 'fast', better => 1 },
    },
);
my $lines = join "\n", Mehari::Tune::Report::configuration(\%pool);
like $lines, qr/^PerlPool default concurrency=4 queue=1000$/m,
    'the keys of a pool';
like $lines, qr/^# so many in five seconds$/m,
    'the configuration says why the queue is so long';
like $lines, qr/^ThreadsPerChild 256$/m, 'threads that are worth it';
delete $_->{better} for values $pool{differences}->%*;
$lines = join "\n", Mehari::Tune::Report::configuration(\%pool);
like $lines, qr/^PerlPool default concurrency=4 queue=1000$/m,
    'a number that was not told apart is left as it is';
like $lines, qr/^ThreadsPerChild 64$/m,
    'the configuration has ThreadsPerChild';
like Mehari::Tune::Report::text(\%pool),
    qr/^The trials took 170 of the 180 s of --time: \d/m, 'how long it took';

$report{pooled}   = 0;
$report{growth}   = 0.5;
$report{requests} = 5000;
$report{differences}
    = { spare => { name => 'few', says => '+90 %', worse => 1 }, };
my $config = join "\n", Mehari::Tune::Report::configuration(\%report);
like $config, qr/^MaxRequestWorkers 4\n/m,
    'the configuration of prefork has MaxRequestWorkers';
like $config,
    qr/\+90 %; so all of the processes stay ready\nStartServers 4\n/,
    'the configuration has spare servers where they matter';
like $config, qr/grows by 500 KiB .*\n.*\nMaxConnectionsPerChild 5000\n/,
    'the configuration of a growing process has MaxConnectionsPerChild';

# A running server.
my %running = (
    %report,
    growth   => 0,
    requests => 0,
    urls     => ['http://a.test/'],
    limit    => 3770,
    busy     => 6,
    busy_why => 'six are busy',
    census   => { %{ $report{census} }, what => 'child of httpd' },
);

sub lines_with ($census) {
    $running{census} = { %{ $running{census} }, %$census };
    return join "\n", Mehari::Tune::Report::configuration(\%running);
}
$config = lines_with({ threads => 0 });
like $config, qr/^# six are busy; other numbers were not tried/,
    'the reason for a running server';
like $config, qr/^ServerLimit 6\nMaxRequestWorkers 6$/m,
    'a running prefork has as many processes as are busy';
like $config, qr/^KeepAlive Off$/m,
    'idle connections of a running prefork keep no processes';
like lines_with({ threads => 25 }),
    qr/^ServerLimit 6\n# .* one Perl.*\nMaxRequestWorkers 150$/m,
    'children of a threaded MPM have their threads besides';
like lines_with({ what => 'worker of a pool' }),
    qr/^PerlPool default workers=6$/m, 'a running pool has its workers';
like lines_with({ what => 'child of a pool' }),
    qr/^PerlPool default concurrency=6$/m,
    'a running pool of CGI scripts has its concurrency';

done_testing;
