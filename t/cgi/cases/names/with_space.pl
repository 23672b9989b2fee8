# A script with blanks in its name.
print "Content-Type: text/plain\n\n";
print "$0\n";
