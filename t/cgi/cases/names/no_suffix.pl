# A script's name without a suffix.
print "Content-Type: text/plain\n\n";
