# Status by number.
print "Status: 403\nContent-Type: text/plain\n\nbody of 403\n";
