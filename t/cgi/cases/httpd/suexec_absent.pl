# User and group of the server.
print "Content-Type: text/plain\n\n";
print scalar getpwuid $<, "\n";
