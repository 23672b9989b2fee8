# syswrite overtakes what print has buffered.
print "Content-Type: text/plain\n\n";
print "printed\n";
syswrite STDOUT, "Content-Type: text/html\n\nwritten first\n";
