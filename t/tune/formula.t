# The guide's arithmetic, with the guide's numbers and others.

use Mehari::Test;
use Mehari::Tune::Formula qw(processes growth requests_for spare candidates);
use Mehari::Tune::Demand  qw(busy_processes recommend);
use Mehari::Tune::Machine qw(size_of meminfo_in memory_to_use);

my $MB = 1024;
is processes(500 * $MB, 10 * $MB, 4 * $MB), 81,
    '81 processes of 10 MB, of which 4 are shared, fit into 500 MB';
is processes(500 * $MB, 10 * $MB, 8 * $MB), 245,
    '245 processes of 10 MB, of which 8 are shared, fit into 500 MB';
is processes(500 * $MB, 10 * $MB, 0), 49,
    '49 processes of 10 MB fit into 500 MB';
is processes(5 * $MB, 10 * $MB, 4 * $MB), 1, 'one process fits at least';
cmp_ok processes(500 * $MB, 10 * $MB, 10 * $MB), '>', 1000,
    'processes that share all cost next to nothing';

sub samples (@private) {
    my $n = 0;
    return map { { requests => 1000 * $n++, private => $_ } } @private;
}
is growth(samples(5000, 5000, 5000)), 0, 'equal sizes are no growth';
is growth(samples(5000, 5200, 5210)), 0, 'growth that comes to an end';
is growth(samples(5000, 5500, 5600)), 0,
    'growth that slows down is no growth';
is growth(samples(5000, 5500, 6000)), 0.5, 'growth that goes on';
is growth(samples(5000, 5500)), 0, 'two samples say nothing';

is_deeply [ requests_for(0, 10_000) ], [ 0, 10_000 ],
    'no growth needs no limit of requests';
is_deeply [ requests_for(0.5, 10_000) ], [ 5000, 12_500 ],
    'a process may grow by a quarter';
is_deeply [ requests_for(0.6, 10_000) ], [ 2000, 11_200 ],
    'a limit of requests is a round number';
is_deeply [ requests_for(9000, 10_000) ], [ 1, 19_000 ],
    'a limit of one request is the least';

is_deeply [ spare(40, 0) ], [ 20, 20, 40 ],
    'half of the servers may be spare';
is_deeply [ spare(40, 1) ], [ 40, 39, 40 ],
    'all but one of the servers may be spare';
is_deeply [ spare(1, 1) ], [ 1, 1, 2 ], 'a single server may be spare';

is_deeply [ candidates(2, 100, 4) ], [ 2, 4, 8, 16 ],
    'the candidates are powers of two';
is_deeply [ candidates(2, 5, 4) ], [ 2, 4, 5 ],
    'the candidates end where memory ends';
is_deeply [ candidates(4, 1, 8) ], [1], 'one process is the least candidate';
is_deeply [ candidates(2, 100, 30) ], [ 2, 4, 8, 16, 30 ],
    'a candidate keeps the cores busy while many requests wait';

sub seconds ($wall, $cpu) { return { wall => $wall, cpu => $cpu } }

is busy_processes(2, seconds(0.01, 0.01)), 4,
    'requests that compute need two processes for each core';
is busy_processes(2, seconds(0.1, 0.01)), 25,
    'requests that wait need more processes';
is busy_processes(2, undef), 4, 'unknown times need two for each core';
is busy_processes(2, seconds(0.1, 0)), 4,
    'no measurable time of a core needs two for each core';

my @got = recommend(2, seconds(0.01, 0.01), 3770, 16);
is $got[0], 4, 'much memory is no reason for many processes';
is $got[1],
    'a request takes 10 ms, 10 ms of it on a core, so 4 processes keep'
    . ' 2 cores busy; memory is enough for 3 770',
    'the reason has the times of a request and the memory';
@got = recommend(2, seconds(0.1, 0.01), 3770, 50);
is $got[0], 25, 'requests that wait are a reason for more processes';
@got = recommend(2, seconds(1, 0.01), 3770, 16);
is $got[0], 16, 'no more processes than clients';
like $got[1], qr/with 16 clients .* more would be idle.*--concurrency/,
    'the reason says how many clients there were';
@got = recommend(2, seconds(0.1, 0.01), 7, 50);
is $got[0], 7, 'no more processes than fit';
like $got[1], qr/; but memory is enough for 7\z/,
    'the reason says that memory ends';
is((recommend(2, undef, 3770, 1))[0],
    4, 'one client is no reason for one process');

is size_of('400M'), 400 * 1024,      'a size with a unit is read';
is size_of('2g'),   2 * 1024 * 1024, 'a size may have another unit';
is size_of('many'), undef,           'a word is no size';
is meminfo_in("MemTotal: 9 kB\nMemAvailable:   2047 kB\n"), 2047,
    'the available memory is read';
my ($kib, $why) = memory_to_use(0);
ok $kib > 0, 'this machine has memory';
like $why, qr/, less a tenth\z/, 'the memory to use has a reason';

done_testing;
