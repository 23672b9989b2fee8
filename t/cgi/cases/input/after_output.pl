# Output first, then input.
$| = 1;
print "Content-Type: text/plain\n\n";
print "asking\n";
print "got ", <STDIN>, "\n";
