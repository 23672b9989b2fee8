# A script that uses it up.
$| = 1;
print "Content-Type: text/plain\n\n";
print "begins\n";
1 while 1;
