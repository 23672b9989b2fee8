# A script that could gain more under perl-cgi has a note, with its first look and what it
# costs; one that gains all it can has none.

use Mehari::Test;
use Mehari::Test::Check;

sub script ($code) { return "#!/usr/bin/perl\n$code" }

my $library = join '',
    map { "sub part$_ { my (\$a, \$b) = \@_; return \"\$a $_ \$b\" }\n" }
    1 .. 1_500;
my $head = 'print "Content-Type: text/plain\n\n";' . "\n";
my $dir  = Mehari::Test::Check::site(
    'lib/parts.pl' => "${library}1;\n",
    'early.pl'     => script(
        "require './lib/parts.pl';\nmy \$q = \$ENV{QUERY_STRING};\n${head}print part7(1, 2);\n"
    ),
    'late.pl' => script(
        "BEGIN { our \$t = 1 * (times)[0] }\n${library}${head}print part7(1, 2);\n"
    ),
);

my ($report, $status)
    = Mehari::Test::Check::report('--mode', 'perl-cgi', "$dir");
is $status, 0, 'both answer as under mod_cgi';
my @notes = grep { /MH3098/ } @{ $report->{notes} };
is scalar(@notes), 1, 'one note';
like $notes[0],
    qr{\A\Q$dir\E/late\.pl gains less than it could: it asks for the time it has used at \Q$dir\E/late\.pl line 2, and each request takes [\d.]+ ms of processor time and compiles \d+ kB that come after that: the rest of late\.pl\. },
    'its look, and the file behind it';

done_testing;
