# One with a per cent sign.
print "Content-Type: text/plain\n\n";
