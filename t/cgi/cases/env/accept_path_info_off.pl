# A script that takes no path.
print "Content-Type: text/plain\n\n";
print "reached\n";
