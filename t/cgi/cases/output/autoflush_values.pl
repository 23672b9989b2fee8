# $| is 0 or 1, whatever it is set to.
print "Content-Type: text/plain\n\n";
$| = 5;
print "$|\n";
$|--;
print "$|\n";
$|--;
print "$|\n";
