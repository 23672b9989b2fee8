# A run in which a request fails is reported as failed, never as a speed.

use Mehari::Test;
use Mehari::Test::Bench;

my $missing = Mehari::Test::Bench::missing();
plan skip_all => $missing if defined $missing;

# The page is right until it has been served often.
my $tired = Mehari::Test::Bench::script(<<'PERL');
our $times;
my $status = ++$times > 8 && $times % 2 ? '500 Tired' : '200 OK';
print "Status: $status\nContent-Type: text/plain\n\nhello\n";
PERL
my ($status, $out, $err)
    = Mehari::Test::Bench::bench(qw(--duration 1 --rounds 1 --concurrency 1),
    '--mode', 'cgi,registry', $tired);
is $status, 1, 'mehari bench with a failing script exits with 1';
like $out, qr/^\s+FAILED Registry \w+: status \d+$/m, 'the table says why';
like $out, qr/^\s+Registry\s+\w+\s+-\s+-\s/m,
    'a script that failed shows no speed';
like $out, qr/^\s+mod_cgi\s+\d/m, 'a script that did not fail has its speed';

my $broken = Mehari::Test::Bench::script("die 'no page';\n");
my $report;
($status, $report) = Mehari::Test::Bench::report($broken);
is $status, 1, 'a script that dies: exit status 1';
is join(' ', map { $_->{state} } @{ $report->{setups}[0]{cells} })
    =~ s/refused\s?//gr, '',
    'each cell of a set-up with a wrong page is refused';

# More connections at a time than a pool of a real site may hold.
my $waits = Mehari::Test::Bench::script(<<'PERL');
print "Content-Type: text/plain\n\n";
select undef, undef, undef, 0.05 if defined $ENV{QUERY_STRING};
print "hello\n";
PERL
($status, $out) = Mehari::Test::Bench::bench(qw(--duration 1 --rounds 1),
    '--mode', 'perl-cgi', $waits);
is $status, 0, 'a script that waits is measured under perl-cgi' or diag $out;

done_testing;
