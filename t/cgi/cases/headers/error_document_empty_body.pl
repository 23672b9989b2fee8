# ... also when it is empty.
print "Status: 404 Not here\nContent-Type: text/plain\n\n";
