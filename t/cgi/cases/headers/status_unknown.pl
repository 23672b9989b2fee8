# A number that is no known status.
print "Status: 299 Mine\nContent-Type: text/plain\n\nbody\n";
