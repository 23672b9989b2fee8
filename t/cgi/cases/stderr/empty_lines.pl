# Empty lines.
print "Content-Type: text/plain\n\n";
print STDERR "\n\none\n\n";
