# STDIN from a scalar.
print "Content-Type: text/plain\n\n";
close STDIN;
open STDIN, '<', \"in memory\n" or die;
print <STDIN>;
