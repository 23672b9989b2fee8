# CGIVar decides where REQUEST_URI comes from.
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_URI}\n";
