# One short run of a set-up in all modes: the parts of the table and of the
# JSON, and the number of programs that each request executes. No speed is
# tested.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Bench;

my $missing = Mehari::Test::Bench::missing();
plan skip_all => $missing if defined $missing;

my $html_file = tempdir(CLEANUP => 1) . '/report.html';
my ($status, $report, $err)
    = Mehari::Test::Bench::report(qw(--suite mail --concurrency 2 --html),
    $html_file);
is $status,                 0,       'mehari bench exits with 0' or diag $err;
is $report->{ok},           1,       'the report says that all went well';
is ref $report->{warnings}, 'ARRAY', 'the report has a list of warnings';
ok $report->{machine}{cores}, "the report names the machine's cores";

my ($setup) = @{ $report->{setups} };
is $setup->{name}, 'mail', 'the report names the set-up';
is $setup->{concurrency}, 2,
    'the set-up has the concurrency that was asked for';

my @cells   = @{ $setup->{cells} };
my %cell    = map { ("$_->{mode} $_->{engine}" => $_) } @cells;
my @engines = Mehari::Test::Bench::engines();
my @wanted  = (
    'cgi none',
    'cgid none',
    'floor none',
    (
        map      { "$_ mehari" }
            grep { $engines[0] eq 'mehari' }
            qw(perl-cgi perl-cgi-event perlrunevent registryevent perlscriptevent
            modperlevent)
    ),
    map {
        my $engine = $_;
        map { "$_ $engine" } qw(perlrun registry perlscript modperl)
    } @engines
);
is_deeply [ sort keys %cell ], [ sort @wanted ], 'a cell for every mode';

for my $name (grep { /^perl-cgi/ } sort keys %cell) {
    my $restore = $cell{$name}{restore};
    like $restore->{way}, qr/^(?:uffd|soft-dirty|compare|fork)$/,
        "$name names the way in which memory was put back";
    ok $restore->{runs} > 0, 'the report counts restored runs'
        if $restore->{way} ne 'fork';
}

for my $name (sort keys %cell) {
    my $cell = $cell{$name};
    is $cell->{state}, 'measured', "the mode $name is measured"
        or diag $cell->{refused} // '';
    is scalar @{ $cell->{rounds} }, 1, "the mode $name is measured once";
    my $round = $cell->{rounds}[0];
    ok $round->{completed} > 0,  "the mode $name has completed requests";
    ok $round->{server_cpu} > 0, 'the requests cost processor time';
    is $round->{failed}, 0, 'no request of a mode has failed';
    is defined $cell->{cpu_us}, $cell->{mode} ne 'cgid',
        'the processor time of a request is known but for mod_cgid';
    ok $cell->{single}[0]{completed} > 0,
        'a mode has requests with one connection';
    ok $cell->{single_p50} > 0, 'a mode has a median with one connection';
    ok $cell->{single_p99} >= $cell->{single_p50},
        'a mode has a 99th percentile with one connection';
    my $execs
        = $cell->{kind} eq 'cgi'                            ? 1
        : $cell->{embedded} || $cell->{mode} =~ /^perl-cgi/ ? undef
        :                                                     0;
    is $cell->{execs}, $execs, 'a mode has its number of executed programs';
}
is_deeply [ values %{ $cell{'cgi none'}{exec_table} } ], [10],
    'WHO and WHAT of mod_cgi';
like(
    (keys %{ $cell{'cgi none'}{exec_table} })[0],
    qr/ mail\.pl\z/,
    'the script is the program that mod_cgi executes'
);
is $cell{'floor none'}{to_floor}, 1, 'the floor is what others stand above';

for my $cell (grep { $_->{embedded} } @cells) {
    my $embedded = $cell{"$cell->{embedded} mehari"};
    cmp_ok abs($cell->{to_embedded} - $cell->{rps} / $embedded->{rps}), '<',
        1e-9,
        "$cell->{mode} is compared with $embedded->{mode}";
}

my $html = read_file($html_file);
like $html, qr/\A<!DOCTYPE html>.*<\/html>\n\z/s, 'the page is whole';
unlike $html, qr/(?:src|href)=|url\(|\@import|<script/i,
    'the HTML report loads nothing';
unlike $html, qr/text-transform/, 'paths are shown as they are written';
my @bars = $html =~ /<rect /g;
is scalar @bars, @cells + grep({ defined $_->{cpu_us} } @cells),
    'the HTML report has a bar for each figure';

done_testing;
