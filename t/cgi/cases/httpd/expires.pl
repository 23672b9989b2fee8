# Header with a condition.
print "Content-Type: text/plain\n\n";
print "text\n";
