# fileno of STDIN, STDOUT and STDERR.
print "Content-Type: text/plain\n\n";
print fileno STDIN, fileno STDOUT, fileno STDERR, "\n";
