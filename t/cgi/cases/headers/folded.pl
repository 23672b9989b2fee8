# A header that goes on in the next line.
print "Content-Type: text/plain\nX-Long: one\n two\n\tthree\n\nbody\n";
