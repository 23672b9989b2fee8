# One with letters that are not ASCII.
print "Content-Type: text/plain\n\n";
