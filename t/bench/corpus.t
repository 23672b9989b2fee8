# The programs of Debian's packages are measured if they have been fetched.

use Mehari::Test;
use Mehari::Bench::Setup qw(corpus_dir suite);
use Mehari::Test::Bench;

is_deeply [ map { $_->{name} } suite('perl-cgi') ],
    [qw(mail form awstats usemod cvsweb)],
    'the suite perl-cgi has five programs';

my $missing = Mehari::Test::Bench::missing();
$missing //= 'the programs were not fetched (packaging/corpus)'
    if !defined corpus_dir();
if (defined $missing) {
    note $missing;
    done_testing;
    exit;
}

# A measurement without any answer has failed. If a page takes seconds,
# because the machine is busy, the measurement gets more time.
for my $name (qw(awstats usemod cvsweb)) {
    my ($status, $report);
    for my $seconds (1, 5, 30) {
        ($status, $report)
            = Mehari::Test::Bench::report('--suite', $name,
            '--mode', 'cgi,perl-cgi', '--concurrency', 2, '--duration',
            $seconds);
        last if $status == 0;
    }
    is $status, 0, "mehari bench exits with 0: $name";
    for my $setup (@{ $report->{setups} }) {
        for my $cell (@{ $setup->{cells} }) {
            is $cell->{state}, 'measured',
                "$cell->{label} of $setup->{name} is measured"
                or diag $cell->{refused};
        }
    }
}

done_testing;
