# syswrite and print are in order with $|.
$| = 1;
print "Content-Type: text/plain\n\n";
print "one\n";
syswrite STDOUT, "two\n";
print "three\n";
