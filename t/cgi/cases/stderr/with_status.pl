# STDERR with an error status.
print STDERR "before the status\n";
print "Status: 500 Bad\nContent-Type: text/plain\n\nbad\n";
