# A script's name with letters that are not ASCII.
print "Content-Type: text/plain\n\n";
