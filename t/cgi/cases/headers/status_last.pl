# Status behind other headers, in small letters.
print "Content-Type: text/plain\nX-One: 1\nstatus: 410 Gone away\n\nbody\n";
