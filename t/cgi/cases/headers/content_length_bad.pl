# No number.
print "Content-Type: text/plain\nContent-Length: many\n\nbody\n";
