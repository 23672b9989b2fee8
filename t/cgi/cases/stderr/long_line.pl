# A line of 4,000 bytes.
print "Content-Type: text/plain\n\n";
print STDERR 'x' x 4000 . "\n";
