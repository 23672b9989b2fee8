# A long name.
print "Content-Type: text/plain\n\n";
