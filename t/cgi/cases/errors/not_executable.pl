# A file without permission to execute.
print "Content-Type: text/plain\n\n";
