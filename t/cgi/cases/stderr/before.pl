print STDERR "one\ntwo\n";
print "Content-Type: text/plain\n\nbody\n";
print STDERR "three";
