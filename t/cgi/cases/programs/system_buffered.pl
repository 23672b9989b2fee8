# perl flushes before system.
print "Content-Type: text/plain\n\n";
print "before\n";
system 'echo program';
print "after\n";
