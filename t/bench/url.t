# A server of somebody's: what its client sees is measured, and a URL that does
# not answer with a page is refused.

use v5.36;
use lib qw(lib t/lib);
use Test::More;

use Mehari::Test;
use Mehari::Test::Bench;

my $httpd = server(module => undef, files => { 'page.html' => "a page\n" });

my ($status, $report)
    = Mehari::Test::Bench::report($httpd->url('/page.html'));
is $status, 0, 'a page: exit status 0';
my ($cell) = @{ $report->{setups}[0]{cells} };
is $cell->{state}, 'measured', '... measured';
ok $cell->{rounds}[0]{completed} > 0, '... with requests';
is $cell->{cpu_us}, undef, '... nothing is said of its processor time';

($status, $report) = Mehari::Test::Bench::report($httpd->url('/no-such'));
is $status, 1, 'no page: exit status 1';
($cell) = @{ $report->{setups}[0]{cells} };
is $cell->{refused}, 'status 404', '... refused';
is_deeply $cell->{rounds}, [], '... and not measured';

done_testing;
