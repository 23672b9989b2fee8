# TRACE does not.
print "Content-Type: text/plain\n\n";
print "never\n";
