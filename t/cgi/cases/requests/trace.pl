# TRACE does not go to the script.
print "Content-Type: text/plain\n\n";
print "never\n";
