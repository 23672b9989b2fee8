# An escape that is none.
print "Content-Type: text/plain\n\n";
print "never\n";
