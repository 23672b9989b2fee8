# A script's name with a per cent sign.
print "Content-Type: text/plain\n\n";
