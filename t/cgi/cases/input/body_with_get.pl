# A body with GET and DELETE.
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_METHOD} $ENV{CONTENT_LENGTH} ", <STDIN>, "\n";
