# Headers and no empty line.
print "Content-Type: text/plain\nX-One: 1\n";
