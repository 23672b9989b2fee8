# A directory.
print "Content-Type: text/plain\n\n";
