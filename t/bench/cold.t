# --suite cold: the parts of the report. No time and no size is tested.

use Mehari::Test;
use Mehari::Test::Bench;

plan skip_all => 'mehari is not there'
    if !grep { $_ eq 'mehari' } Mehari::Test::Bench::engines();

plan skip_all => 'CGI is not installed' if !eval { require CGI; 1 };

my ($status, $report, $err) = Mehari::Test::Bench::report(qw(--suite cold));
ok defined $report, 'mehari bench --suite cold writes a report' or diag $err;
my @rows = @{ $report->{cold} // [] };
is_deeply [ map { $_->{setup} } @rows ], [qw(mail form)],
    'the rows are hello and the CGI.pm page';
for my $row (@rows) {
    is $row->{failed}, 0, "$row->{setup}: no request has failed";
    ok $row->{"${_}_ms"} > 0, "$row->{setup}: $_ has a time"
        for qw(cgid first second hundredth);
    if ($> != 0) {
        ok !defined $row->{script_kib},
            "$row->{setup}: no size, as the pool is closed to other users";
        next;
    }
    cmp_ok $row->{scripts}, '>', 50, "$row->{setup}: so many scripts";
    ok $row->{script_kib} > 0, "$row->{setup}: a script keeps memory";
    ok $row->{pool_kib} > 0,   "$row->{setup}: a pool has memory";
}

($status, my $out, $err) = Mehari::Test::Bench::bench('--suite', 'cold,mail');
like $err, qr/--suite cold is measured alone/,
    'cold is no suite among others';

done_testing;
