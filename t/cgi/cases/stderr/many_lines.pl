# A thousand lines.
print "Content-Type: text/plain\n\n";
print STDERR "line $_\n" for 1 .. 1000;
