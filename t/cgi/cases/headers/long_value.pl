# A value of 7,000 bytes.
print "Content-Type: text/plain\nX-Long: ", 'x' x 7000, "\n\nbody\n";
