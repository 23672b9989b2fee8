# A character of Latin-1 is one byte without a layer.
print "Content-Type: text/plain\n\n";
print "\xe9\n";
