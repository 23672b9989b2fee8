print "Content-Type: text/plain\n\n";
print "no first line\n";
