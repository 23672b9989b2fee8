# A header and no body.
print "Content-Type: text/plain\n\n";
