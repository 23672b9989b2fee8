# Scripts that print without end, slowly or fast: their answers are given up after
# a time and at a size, the report says so, and who comes next is served.

use v5.36;
use Test::More;
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

done_testing;
