# $| set in BEGIN.
BEGIN { $| = 1 }
print "Content-Type: text/plain\n\n";
print "one\n";
system 'echo two';
print "three\n";
