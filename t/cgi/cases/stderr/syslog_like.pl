# A script that says who it is.
print "Content-Type: text/plain\n\n";
print STDERR "[$0] said\n";
