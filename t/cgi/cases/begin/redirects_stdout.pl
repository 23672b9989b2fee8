# STDOUT to STDERR's place in BEGIN.
BEGIN { open STDERR, '>&', \*STDOUT; $| = 1; print "Content-Type: text/plain\n\n" }
warn "in the page\n";
print "done\n";
