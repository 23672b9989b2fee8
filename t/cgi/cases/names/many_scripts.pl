# Several scripts in turn.
print "Content-Type: text/plain\n\n";
print "main\n";
