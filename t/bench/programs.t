# Programs that a script starts are counted, too, wherever it runs.

use Mehari::Test;
use Mehari::Test::Bench;

my $missing = Mehari::Test::Bench::missing();
plan skip_all => $missing if defined $missing;

my $script = Mehari::Test::Bench::script(<<'PERL');
my $said = `/bin/echo one`;
system '/bin/true';
print "Content-Type: text/plain\n\n$said";
PERL
my ($status, $report)
    = Mehari::Test::Bench::report('--mode', 'cgi,registry', $script);
is $status, 0, 'mehari bench exits with 0';
for my $cell (@{ $report->{setups}[0]{cells} }) {
    my $name = "$cell->{mode} $cell->{engine}";
    my $own  = $cell->{mode} eq 'cgi' ? 1 : 0;
    is $cell->{execs}, $own + 2, "$name: two and the script's own $own";
    my @what = sort map { (split / /)[1] } keys %{ $cell->{exec_table} };
    is_deeply [ grep { !/^script/ } @what ], [qw(echo true)],
        'executed programs are counted by their names';
}

done_testing;
