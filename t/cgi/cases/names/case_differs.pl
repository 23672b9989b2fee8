# Names that differ in case.
print "Content-Type: text/plain\n\n";
