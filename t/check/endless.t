# Scripts that print without end, slowly or fast: the check gives up their
# answers after a time and at a size, and the report says so. The next script is
# served, and the total times only count scripts that end.

use Mehari::Test;
use Mehari::Test::Check;
use Mehari::Test::Serve;

my $head = 'print "Content-Type: text/plain\n\n"; $| = 1;';
my $dir  = Mehari::Test::Check::site(
    'slow.pl' => "#!/usr/bin/perl\n$head print qq(x\n) while sleep 1;\n",
    'fast.pl' => "#!/usr/bin/perl\n$head print 'x' x 65536 while 1;\n",
    'page.pl' => "#!/usr/bin/perl\n$head print qq(page\n);\n",
);
chmod 0755, glob "$dir/*.pl" or die "chmod: $!.\n";

my ($report)
    = Mehari::Test::Check::report(qw(--rounds 2 --timeout 2), "$dir");
is $report->{script}{'slow.pl'}{status}, 599,
    'a script that prints slowly is ended';
is $report->{script}{'fast.pl'}{status}, 599,
    'a script that prints fast is ended';
is $report->{script}{'page.pl'}{status}, 200, 'the others are served';

is $report->{script}{'slow.pl'}{modes}{'perl-cgi'}{given_up}, '2 s',
    'the report says after how many seconds it gave up';
is $report->{script}{'fast.pl'}{modes}{'perl-cgi'}{given_up}, '16 MiB',
    'the report says after how many bytes it gave up';
is $report->{script}{$_}{modes}{'perl-cgi'}{ms}, undef, "$_ has no time"
    for qw(slow.pl fast.pl);
for my $mode (@{ $report->{modes} }) {
    is $mode->{ms},
        $report->{script}{'page.pl'}{modes}{ $mode->{name} }{ms}
        // $report->{script}{'page.pl'}{ms},
        "$mode->{name}: the time of all" . ' is that of the script that ends';
}
like join("\n", @{ $report->{notes} }),
    qr/^fast\.pl, slow\.pl: the answer did not end.*\[MH5114\]$/m,
    'the report names scripts that do not end';
unlike join("\n", @{ $report->{notes} }), qr/MH5106/,
    'a script that does not end is no script that fails';

unlink "$dir/fast.pl";
my (undef, $text, undef, $progress)
    = Mehari::Test::Check::check(qw(--rounds 2 --timeout 2), "$dir");
like $text, qr/^ +slow\.pl(?: +no end){4} +given up after 2 s$/m,
    'the table tells a script without an end from slow ones';
like $progress, qr/^mehari: \w+: request \d+ of \d+$/m,
    'a long check prints its progress without a terminal';

done_testing;
