# A megabyte by one print.
print "Content-Type: text/plain\n\n";
print 'x' x 1_000_000, "\n";
