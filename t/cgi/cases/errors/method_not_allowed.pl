# Limit of methods.
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_METHOD}\n";
