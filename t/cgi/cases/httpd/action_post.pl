# Action with a body.
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_METHOD} <", <STDIN>, ">\n";
