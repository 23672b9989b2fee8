# A script's name with quotes and a dollar.
print "Content-Type: text/plain\n\n";
