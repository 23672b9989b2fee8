# Bytes above 127.
print "Content-Type: text/plain\n\n";
print STDERR "caf\xc3\xa9 \xe9\n";
