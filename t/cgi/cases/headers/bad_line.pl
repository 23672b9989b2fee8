# A line that is no header, among others.
print "Content-Type: text/plain\nthis is wrong\nX-One: 1\n\nbody\n";
