# An alarm that is pending at the end harms nobody.
print "Content-Type: text/plain\n\n";
print alarm(0), "\n";
alarm 2;
