# BEGIN prints the header.
BEGIN { print "Content-Type: text/plain\n\n" }
print "body\n";
BEGIN { print "also from BEGIN\n" }
