print "Content-Type: text/plain\n\n";
srand(42); print int rand 1000, " ", int rand 1000, "\n"; print srand(5), srand(6), "\n";
