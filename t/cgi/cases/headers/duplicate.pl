# The same header twice.
print "Content-Type: text/plain\nX-Twice: 1\nX-Twice: 2\n\nbody\n";
