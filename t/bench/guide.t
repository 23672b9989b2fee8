# The set-ups with a database, for a second each: the pages are right, nothing
# fails, and hits are counted. No speed is tested.

use Mehari::Test;
use Mehari::Bench::Guide qw(guide_problem);
use Mehari::Bench::Hits  qw(hit_lines);
use Mehari::Bench::Setup qw(suite);
use Mehari::Test::Bench;

my $missing = Mehari::Test::Bench::missing();
plan skip_all => $missing if defined $missing;

my %setup = map { $_->{name} => $_ } suite('guide');
my @names;
for my $name (qw(counter apachedbi placeholders-postgresql prepared-mariadb))
{
    my $problem = guide_problem($setup{$name});
    note "$name: $problem" if defined $problem;
    push @names, $name if !defined $problem;
}
plan skip_all => 'there is no database' if !@names;
is scalar(keys %setup), 15, 'five of each database';

my ($status, $report, $err)
    = Mehari::Test::Bench::report('--suite', join(',', @names),
    '--mode', 'registry,modperlevent');
is $status, 0, 'mehari bench exits with 0' or diag $err;
is_deeply [ sort map { $_->{name} } $report->{setups}->@* ], [ sort @names ],
    'the report has all set-ups of the guide';

for my $setup ($report->{setups}->@*) {
    ok @{ $setup->{cells} }, "the set-up $setup->{name} has cells";
    for my $cell ($setup->{cells}->@*) {
        my $name = "$setup->{name} $cell->{mode} $cell->{engine}";
        is $cell->{state},  'measured', $name or diag $cell->{refused} // '';
        is $cell->{failed}, 0, "a cell of $setup->{name} has no failures";
        my @hits = @{ $cell->{hits} // [] };
        is_deeply [ map { $_->{count} } @hits ],
            $setup->{name} eq 'counter' ? [ 100, 1000, 10_000 ] : [],
            'the set-up has its numbers of hits';
        ok !(grep { $_->{seconds} <= 0 } @hits),
            'the hits of a set-up take time';
    }
}

my @lines = hit_lines(
    [
        {
            mode   => 'cgi',
            label  => 'mod_cgi',
            engine => 'none',
            hits   => [ { count => 1000, seconds => 20, estimated => 1 } ],
        },
        {
            mode   => 'registry',
            label  => 'Registry',
            engine => 'mehari',
            hits   => [ { count => 1000, seconds => 2, estimated => 0 } ],
        },
    ]
);
is $lines[0], 'mod_cgi: 1,000 hits in about 20 s', 'an estimate says so';
is $lines[1],
    'Registry mehari: 1,000 hits in 2 s (mod_cgi: 10 times as long)',
    'the line of Registry is beside the one of mod_cgi';

done_testing;
