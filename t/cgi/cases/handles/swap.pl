# STDOUT and STDERR swapped.
print "Content-Type: text/plain\n\n";
$| = 1;
open my $out, '>&', \*STDOUT or die;
open my $err, '>&', \*STDERR or die;
open STDOUT, '>&', $err or die;
open STDERR, '>&', $out or die;
print STDOUT "to the log\n";
print STDERR "to the page\n";
