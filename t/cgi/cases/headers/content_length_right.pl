# A Content-Length that is right.
print "Content-Type: text/plain\nContent-Length: 5\n\nbody\n";
