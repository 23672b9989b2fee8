# A script that is not there.
print "Content-Type: text/plain\n\n";
