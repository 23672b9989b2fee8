# Two of them.
print "Status: 404 One\nStatus: 403 Two\nContent-Type: text/plain\n\nbody\n";
