# A status that is no number.
print "Status: fine\nContent-Type: text/plain\n\nbody\n";
