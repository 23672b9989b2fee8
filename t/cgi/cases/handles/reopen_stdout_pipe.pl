# STDOUT through a program.
print "Content-Type: text/plain\n\n";
$| = 1;
my $pid = open(my $to, '|-', 'tr a-z A-Z') or die;
open my $real, '>&', \*STDOUT or die;
open STDOUT, '>&', $to or die;
print "loud\n";
close STDOUT;
close $to;
open STDOUT, '>&', $real or die;
print "quiet\n";
