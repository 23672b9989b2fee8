# A link that is pointed elsewhere.
print "Content-Type: text/plain\n\n";
