# Medians, spreads and ratios; a failed or refused cell has none.

use Mehari::Test;
use Mehari::Bench::Figures qw(median spread figures noise);
use Mehari::Bench::Table   qw(table whole);

is median(),             undef,       'no figures have no median';
is median(3, 1, 2),      2,           'median of an odd number';
is median(4, 1, 2, 3),   2.5,         'median of an even number';
is spread(90, 100, 110), 20,          'spread is in percent of the median';
is spread(),             undef,       'no figures have no spread';
is whole(1_234_567),     '1 234 567', 'thousands are set apart';

sub cell ($mode, $engine, @rounds) {
    return {
        mode   => $mode,
        label  => $mode,
        kind   => $mode =~ /^(cgi|floor)/   ? $1      : $engine,
        mpm    => $mode =~ /(event|cgid)\z/ ? 'event' : 'prefork',
        engine => $engine,
        rounds => [
            map {
                {
                    rps    => $_,
                    ms     => 1000 / $_,
                    cpu_us => 1e6 / $_,
                    failed => 0,
                    errors => {},
                    others => 0,
                }
            } @rounds
        ],
    };
}

my @cells = (
    cell('cgi',      'none',     90,   100,  110),
    cell('registry', 'mehari',   4000, 4000, 4000),
    cell('registry', 'mod_perl', 2000, 2000, 2000),
    cell('modperl',  'mehari',   4500),
    cell('modperl',  'mod_perl', 4000),
    cell('perlrun',  'mehari'),
    cell('floor',    'none', 5000, 5000, 5000),
);
$cells[4]{rounds}[0]{failed} = 3;
$cells[4]{rounds}[0]{errors} = { status => 3, timeout => 0 };
$cells[5]{refused}           = 'line 1 of the page is "a", not "b"';
figures(\@cells);

is $cells[0]{rps},         100,   'requests/s is the median of the rounds';
is $cells[0]{rps_spread},  20,    'a cell has the spread of its speed';
is $cells[1]{to_cgi},      40,    'a cell has its ratio to mod_cgi';
is $cells[1]{to_floor},    0.8,   'ratio to the floor';
is $cells[1]{to_mod_perl}, 2,     'ratio to mod_perl in the same mode';
is $cells[2]{to_mod_perl}, undef, 'mod_perl has no ratio to itself';
is $cells[1]{cpu_above_floor}, 50,       'processor time above the floor';
is $cells[4]{state},           'failed', 'one failed request fails the cell';
is $cells[4]{rps},             undef,    'a failed cell has no speed';
is $cells[3]{to_mod_perl}, undef, 'a cell is not compared with a failed one';
is $cells[5]{state},       'refused', 'a cell with another page is refused';

my $text = table({ name => 'x', title => 'a set-up' }, \@cells, 1);
like $text, qr/^\s+registry\s+mehari\s+4 000\s.*\s2\.00\s/m,
    'the text has a row per cell';
like $text, qr/^\s+modperl\s+mod_perl\s+-\s.*\s3$/m,
    'the text has a row for what failed';
like $text, qr/^\s+FAILED modperl mod_perl: status 3$/m,
    'a note says why a cell failed';
like $text, qr/^\s+REFUSED perlrun mehari: line 1 of/m,
    'a note says why a cell was refused';

{
    my $warned = '';
    local $SIG{__WARN__} = sub ($warning) { $warned .= $warning };
    table({ name => 'x', title => 'mod_cgi alone' }, [ $cells[0] ]);
    is $warned, '', 'a table without an engine in it warns of nothing';
}

# A cell is compared with cells of the same MPM.
my @both = (
    cell('cgi',            'none',     100),
    cell('perl-cgi',       'mehari',   2000),
    cell('perlrun',        'mod_perl', 4000),
    cell('floor',          'none',     10_000),
    cell('cgid',           'none',     200),
    cell('perl-cgi-event', 'mehari',   1000),
    cell('uwsgi',          'none',     500),
);
$both[4]{kind}   = 'cgi';
$both[6]{mpm}    = 'event';
$both[5]{single} = [ { p50 => 2, p99 => 9, failed => 0 } ];
$both[6]{single} = [ { p50 => 2, p99 => 9, failed => 1 } ];
figures(\@both);
is $both[1]{to_cgi},      20,    'prefork: ratio to mod_cgi';
is $both[5]{to_cgi},      5,     'event: ratio to mod_cgid';
is $both[5]{to_floor},    0.1,   'a cell has its ratio to the only floor';
is $both[1]{to_mod_perl}, 0.5,   'perl-cgi: ratio to PerlRun of mod_perl';
is $both[6]{to_mod_perl}, undef, 'a peer has none';
is $both[5]{single_p99},  9,     'a cell has the latency of one connection';
is $both[6]{state}, 'failed', 'a failure with one connection fails the cell';

# Figures of a pool are compared with those inside httpd, and with the fastest
# of the peers.
my @pool = (
    cell('registry',      'mod_perl', 2000),
    cell('registry',      'mehari',   4000),
    cell('registryevent', 'mehari',   3000),
    cell('uwsgi',         'none',     1000),
    cell('starman',       'none',     1500),
    cell('fcgid',         'none',     9000),
);
$pool[2]{embedded}          = 'registry';
$_->{kind}                  = 'peer' for @pool[ 3 .. 5 ];
$pool[5]{rounds}[0]{failed} = 1;
figures(\@pool);
is $pool[2]{to_embedded}, 0.75, 'pool: ratio to the same inside httpd';
is $pool[2]{to_mod_perl}, 1.5,  'a pool has its ratio to mod_perl';
is $pool[2]{to_peer}, 2,
    'a pool has its ratio to the fastest peer that works';
is $pool[2]{best_peer}, 'starman', 'a pool names the fastest peer';
is $pool[1]{$_}, undef, "Perl inside httpd has no $_"
    for qw(to_embedded to_peer);
like table({ name => 'x', title => 'a set-up' }, \@pool),
    qr/^  Registry in a pool on event: 0\.75 of Registry on prefork, 2\.00 of/m,
    'a line below the table compares Registry in a pool';

my $setup = { name => 'x' };
is_deeply [ noise($setup, [ cell('floor', 'none', 98, 100, 102) ]) ], [],
    'a quiet machine gives no warning of noise';
my $wild = cell('floor', 'none', 80, 100, 120);
figures([$wild]);
like join("\n", noise($setup, [$wild])),
    qr/C handler's rounds differ by 40 %/,
    'a floor that moves is noise';
my $shared = cell('floor', 'none', 100, 100);
$_->{others} = 0.5 for @{ $shared->{rounds} };
figures([$shared]);
like join("\n", noise($setup, [$shared])), qr/used 50 % of a core/,
    'other programs are noise';

done_testing;
