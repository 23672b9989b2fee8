# ... at the beginning.
print "oops\nContent-Type: text/plain\n\nbody\n";
