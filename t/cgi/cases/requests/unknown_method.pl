# A method that nobody knows.
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_METHOD}\n";
