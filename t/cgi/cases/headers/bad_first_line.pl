# A line that is no header, at the beginning.
print "oops\nContent-Type: text/plain\n\nbody\n";
