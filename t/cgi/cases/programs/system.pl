# Output of system comes where it belongs with $| on.
$| = 1;
print "Content-Type: text/plain\n\n";
print "before\n";
system 'echo program';
print "after\n";
