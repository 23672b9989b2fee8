# The guide's arithmetic, with the guide's numbers and others.

use v5.36;
use lib 'lib';
use Test::More;

use Mehari::Tune::Formula qw(processes growth requests_for spare candidates);
use Mehari::Tune::Machine qw(size_of meminfo_in memory_to_use);

my $MB = 1024;
is processes(500 * $MB, 10 * $MB, 4 * $MB), 81,
    '500 MB, 10 of which 4 shared';
is processes(500 * $MB, 10 * $MB, 8 * $MB), 245, '... of which 8';
is processes(500 * $MB, 10 * $MB, 0),       49,  '... of which none';
is processes(5 * $MB,   10 * $MB, 4 * $MB), 1,   'one at least';
cmp_ok processes(500 * $MB, 10 * $MB, 10 * $MB), '>', 1000,
    'what shares all costs next to nothing';

sub samples (@private) {
    my $n = 0;
    return map { { requests => 1000 * $n++, private => $_ } } @private;
}
is growth(samples(5000, 5000, 5000)), 0,   'no growth';
is growth(samples(5000, 5200, 5210)), 0,   'growth that comes to an end';
is growth(samples(5000, 5500, 5600)), 0,   '... or slows down';
is growth(samples(5000, 5500, 6000)), 0.5, 'growth that goes on';
is growth(samples(5000, 5500)), 0, 'two samples say nothing';

is_deeply [ requests_for(0, 10_000) ], [ 0, 10_000 ], 'no growth: no limit';
is_deeply [ requests_for(0.5, 10_000) ], [ 5000, 12_500 ],
    'until it is a quarter larger';
is_deeply [ requests_for(0.6, 10_000) ], [ 2000, 11_200 ],
    '... in round numbers, downwards';
is_deeply [ requests_for(9000, 10_000) ], [ 1, 19_000 ], '... one at least';

is_deeply [ spare(40, 0) ], [ 20, 20, 40 ], 'spare servers: half';
is_deeply [ spare(40, 1) ], [ 40, 39, 40 ], '... or all';
is_deeply [ spare(1,  1) ], [ 1,  1,  2 ],  '... of one';

is_deeply [ candidates(2, 100) ], [ 2, 4, 8, 16 ], 'what is tried';
is_deeply [ candidates(2, 5) ],   [ 2, 4, 5 ],     '... as memory allows';
is_deeply [ candidates(4, 1) ],   [1],             '... at least one';

is size_of('400M'), 400 * 1024,      'a size';
is size_of('2g'),   2 * 1024 * 1024, '... of another unit';
is size_of('many'), undef,           '... no size';
is meminfo_in("MemTotal: 9 kB\nMemAvailable:   2047 kB\n"), 2047,
    'what is available';
my ($kib, $why) = memory_to_use(0);
ok $kib > 0, 'this machine has memory';
like $why, qr/, less a tenth\z/, '... and a reason';

done_testing;
