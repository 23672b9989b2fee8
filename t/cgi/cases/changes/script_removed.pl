# A script that is removed, and comes back.
print "Content-Type: text/plain\n\n";
print "there\n";
