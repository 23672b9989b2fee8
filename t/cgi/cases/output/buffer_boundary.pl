# Sizes around 8 KiB.
print "Content-Type: text/plain\n\n";
print 'a' x (8192 - 26 - 1), "\n", 'b' x 8191, "\n", 'c' x 8192, "\n", 'd' x 8193, "\n";
