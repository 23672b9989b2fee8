# A script that prints its name in front of its message.
print "Content-Type: text/plain\n\n";
print STDERR "[$0] said\n";
