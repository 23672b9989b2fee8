# BEGIN writes to the log each time.
BEGIN { print STDERR "compiling\n" }
print "Content-Type: text/plain\n\n";
print "ok\n";
