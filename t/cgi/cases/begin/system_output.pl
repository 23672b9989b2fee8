# A program in BEGIN that writes to STDOUT.
BEGIN { $| = 1; print "Content-Type: text/plain\n\n"; system 'echo by a program' }
print "main\n";
