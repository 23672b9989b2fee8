# STDERR closed.
close STDERR;
print "Content-Type: text/plain\n\n";
warn "nobody hears\n";
print "page\n";
