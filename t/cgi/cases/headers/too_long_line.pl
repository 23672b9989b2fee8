# A line that is longer than httpd reads.
print "Content-Type: text/plain\nX-Long: ", 'x' x 9000, "\n\nbody\n";
