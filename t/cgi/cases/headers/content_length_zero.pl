# Zero.
print "Content-Type: text/plain\nContent-Length: 0\n\n";
