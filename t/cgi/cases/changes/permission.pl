# Permission to execute is taken away.
print "Content-Type: text/plain\n\n";
print "ran\n";
