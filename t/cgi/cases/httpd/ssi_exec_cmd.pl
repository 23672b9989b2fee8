# exec cmd, which is the server's own.
print "Content-Type: text/plain\n\n";
