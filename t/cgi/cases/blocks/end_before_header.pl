# END prints the page of a script that has died before.
END { print "Content-Type: text/plain\n\n"; print "from END\n" }
die "early\n";
