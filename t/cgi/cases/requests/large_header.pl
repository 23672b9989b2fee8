# A header of 8,000 bytes.
print "Content-Type: text/plain\n\n";
print length $ENV{HTTP_X_LONG}, "\n";
