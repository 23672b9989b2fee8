# The same size, at once.
print "Content-Type: text/plain\n\n";
print "aaaa\n";
