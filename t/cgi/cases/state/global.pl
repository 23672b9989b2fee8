# A global begins undefined.
print "Content-Type: text/plain\n\n";
$counter++;
print "$counter\n";
