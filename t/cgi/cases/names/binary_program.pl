# A program that is no script.
print "Content-Type: text/plain\n\n";
