print "Content-type: text/plain\n\n";
print "line $_ of more than a buffer holds\n" for 1 .. 2000;
print STDERR "said at $$\n" =~ s/\d+/the end/r;
