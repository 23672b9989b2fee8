# Two suffixes.
print "Content-Type: text/plain\n\n";
