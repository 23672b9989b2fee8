# A NUL.
print "Content-Type: text/plain\n\n";
print STDERR "a\0b\n";
