# An empty one.
print "Location:\n\nbody\n";
