# One without a suffix.
print "Content-Type: text/plain\n\n";
