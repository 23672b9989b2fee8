# A link to nothing.
print "Content-Type: text/plain\n\n";
