# A request line that is too long.
print "Content-Type: text/plain\n\n";
print "never\n";
