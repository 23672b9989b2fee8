# A status that is none.
print "Status: 299 Mine\nContent-Type: text/plain\n\nbody\n";
