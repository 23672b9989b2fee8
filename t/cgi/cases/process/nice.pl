# Priority.
print "Content-Type: text/plain\n\n";
print getpriority(0, 0), "\n";
