# A Last-Modified that is no date.
print "Content-Type: text/plain\nLast-Modified: yesterday\n\nbody\n";
