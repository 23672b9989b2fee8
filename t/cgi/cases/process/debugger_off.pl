# $^P, $^D, $^H at run time.
print "Content-Type: text/plain\n\n";
print "$^P|$^D|$^H|$^S\n";
