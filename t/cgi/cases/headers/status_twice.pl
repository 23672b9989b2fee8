# Two Status headers.
print "Status: 404 One\nStatus: 403 Two\nContent-Type: text/plain\n\nbody\n";
