#!/etc/passwd
print "Content-Type: text/plain\n\n";
