# Access denied.
print "Content-Type: text/plain\n\n";
