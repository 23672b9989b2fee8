# A NUL in a header.
print "Content-Type: text/plain\nX-One: a\0b\n\nbody\n";
