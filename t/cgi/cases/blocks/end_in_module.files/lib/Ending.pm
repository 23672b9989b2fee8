package Ending;
END { print "module\n" }
1;
