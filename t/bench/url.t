# A server that is already running: the bench measures it as its client does,
# and refuses a URL that does not answer with a page.

use Mehari::Test;
use File::Temp qw(tempdir);
use JSON::PP   qw(decode_json);
use Mehari::Bench::Client;
use Mehari::Bench::Url;
use Mehari::Test::Bench;

my $httpd = server(module => undef, files => { 'page.html' => "a page\n" });

my ($status, $report)
    = Mehari::Test::Bench::report($httpd->url('/page.html'));
is $status, 0, 'a page: exit status 0';
my ($cell) = @{ $report->{setups}[0]{cells} };
is $cell->{state}, 'measured', 'a URL is measured';
ok $cell->{rounds}[0]{completed} > 0, 'a URL has completed requests';
is $cell->{cpu_us}, undef, 'the processor time of a URL is not known';

($status, $report) = Mehari::Test::Bench::report($httpd->url('/no-such'));
is $status, 1, 'mehari bench of a missing page exits with 1';
($cell) = @{ $report->{setups}[0]{cells} };
is $cell->{refused}, 'status 404', 'a URL with status 404 is refused';
is_deeply $cell->{rounds}, [], 'a refused URL is not measured';

# Several URLs in turn; failures are counted and hide nothing.
my @urls  = map { $httpd->url($_) } qw(/page.html /page.html?2);
my $mark  = length $httpd->access_log;
my $saved = tempdir(CLEANUP => 1) . '/run';
($status, $report) = Mehari::Test::Bench::report('--save', $saved, @urls);
is $status, 0, 'two URLs: exit status 0';
my $log   = substr $httpd->access_log, $mark;
my %asked = map { $_ => 1 } $log =~ m{"GET (\S+) HTTP}g;
ok $asked{'/page.html'} && $asked{'/page.html?2'}, 'both URLs are asked for';
is_deeply decode_json(read_file($saved)), $report,
    'the saved run is the printed one';
my ($round) = @{ $report->{setups}[0]{cells}[0]{rounds} };
my @missing = grep { !defined $round->{$_} } qw(p50 p90 p95 p99 longest);
is_deeply \@missing, [], 'each cell of a URL has percentiles';

SKIP: {
    skip 'httperf is not installed', 5
        if !Mehari::Bench::Client->find('httperf');
    ($status, $report)
        = Mehari::Test::Bench::report(qw(--rate 20 --timeout 5), @urls);
    ($cell)  = @{ $report->{setups}[0]{cells} };
    ($round) = @{ $cell->{rounds} };
    is $cell->{state},      'measured', 'a URL is measured at a rate';
    is $round->{asked},     20, 'so many requests are made as the rate says';
    is $round->{succeeded}, 20, 'all requests at a rate are answered';
    my (undef, $out)
        = Mehari::Test::Bench::bench(qw(--rate 20 --rounds 1 --duration 1),
        @urls);
    like $out, qr/^  httperf, 20 requests\/s offered, 1 round of 1 s$/m,
        'the text names rate and time';
    like $out, qr/^  succeeded +20 of 20 \(100\.00 %\)$/m,
        'the text has the share of answers';
}

# A server that goes away in the middle: failures beside figures.
my %gone = (
    state  => 'failed',
    failed => 30,
    rounds => [
        {
            rps       => 10,
            ms        => 5,
            succeeded => 70,
            errors    => { timeout => 20, status => 10, read => 0 },
        }
    ],
);
my $text
    = Mehari::Bench::Url::table({ name => 'url', title => 'x', how => 'so' },
    \%gone);
like $text, qr/^  requests\/s +10 /m, 'failures leave the figures';
like $text, qr/^  succeeded +70 of 100 \(70\.00 %\)$/m,
    'the text has the share of good answers';
like $text, qr/^  failed +30  status 10, timeout 20$/m,
    'the text has failures by kind';

done_testing;
