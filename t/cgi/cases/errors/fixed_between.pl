# A script with an error that is repaired.
print "Content-Type: text/plain\n\n"
print "broken\n";
