# An empty Content-Type.
print "Content-Type:\n\nbody\n";
