# A malformed escape in the path.
print "Content-Type: text/plain\n\n";
print "never\n";
