# A script's name that looks like a switch.
print "Content-Type: text/plain\n\n";
