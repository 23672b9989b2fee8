# An empty Location.
print "Location:\n\nbody\n";
