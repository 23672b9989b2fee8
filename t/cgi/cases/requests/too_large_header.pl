# A header that is too large.
print "Content-Type: text/plain\n\n";
print "never\n";
