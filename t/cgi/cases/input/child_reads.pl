# A program that the script starts reads the body.
$| = 1;
print "Content-Type: text/plain\n\n";
system 'cat';
print "\ndone\n";
