# A script that uses up RLimitCPU.
$| = 1;
print "Content-Type: text/plain\n\n";
print "begins\n";
1 while 1;
