# A wide character with no layer, with its warning.
use warnings;
print "Content-Type: text/plain\n\n";
print "\x{2603}\n";
