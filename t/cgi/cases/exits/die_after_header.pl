# die after the header.
print "Content-Type: text/plain\n\n";
die "after the header\n";
