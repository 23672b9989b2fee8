# nph- and no status line.
print "Content-Type: text/plain\n\nbody\n";
