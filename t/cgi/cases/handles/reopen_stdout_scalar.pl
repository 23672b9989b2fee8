# STDOUT to a scalar, and back.
open my $real, '>&', \*STDOUT or die;
close STDOUT;
open STDOUT, '>', \my $text or die;
print "collected";
close STDOUT;
open STDOUT, '>&', $real or die;
print "Content-Type: text/plain\n\n";
print "$text\n";
