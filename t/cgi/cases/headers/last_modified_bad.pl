# A date that is none.
print "Content-Type: text/plain\nLast-Modified: yesterday\n\nbody\n";
