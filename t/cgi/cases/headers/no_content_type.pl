# No Content-Type.
print "X-One: 1\n\nbody\n";
