# @_ at the top is empty.
print "Content-Type: text/plain\n\n";
print scalar(@_), "\n";
