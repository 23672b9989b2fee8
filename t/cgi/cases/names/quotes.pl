# One with quotes and a dollar.
print "Content-Type: text/plain\n\n";
