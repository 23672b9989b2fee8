# --memory and --soak: the parts of the report. No size is tested.

use Mehari::Test;
use Mehari::Bench::Client;
use Mehari::Test::Bench;

my @engines = Mehari::Test::Bench::engines();
plan skip_all => 'there is neither mehari nor mod_perl' if !@engines;
plan skip_all => 'ab is not installed' if !Mehari::Bench::Client->find('ab');

my ($status, $report, $err)
    = Mehari::Test::Bench::report(qw(--memory --requests 20 --soak 20));
ok defined $report, 'mehari bench --memory writes a report' or diag $err;
is_deeply [ map { $_->{engine} } @{ $report->{memory} } ], \@engines,
    'the report has a row for every engine';
for my $row (@{ $report->{memory} }) {
    is $row->{requests}, 20, "$row->{engine}: so many requests";
    is $row->{failed},   0,  'no request of an engine has failed';
    is scalar @{ $row->{children_kib} }, 2, 'an engine has two children';
    ok $row->{private_kib} > 0, 'the children of an engine have memory';
    ok $row->{low_kib} <= $row->{private_kib},
        'the lowest memory of an engine is not above the median';
    ok $row->{high_kib} >= $row->{private_kib},
        'the highest memory of an engine is not below the median';
}
for my $row (@{ $report->{soak} }) {
    is scalar @{ $row->{samples} }, 20, "$row->{engine}: soak has samples";
    is $row->{samples}[-1]{requests}, 20,
        'the samples go on to the last request';
    is $row->{failed}, 0, 'no request of a soak has failed';
    ok exists $row->{flat}, 'the samples have a verdict';
}

done_testing;
