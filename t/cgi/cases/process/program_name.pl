# $0 and __FILE__ as exec gave them.
print "Content-Type: text/plain\n\n";
print "$0 ", __FILE__, "\n";
