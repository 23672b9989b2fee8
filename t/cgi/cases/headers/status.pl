# Status with its reason.
print "Status: 404 Nothing here\nContent-Type: text/plain\n\nbody of 404\n";
