END { print "late\n" }
1;
