# A last line without end.
print "Content-Type: text/plain\n\n";
print STDERR "one\nno end";
