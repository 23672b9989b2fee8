# A NUL in the path.
print "Content-Type: text/plain\n\n";
print "never\n";
