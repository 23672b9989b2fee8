# A request with the whole URL.
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_URI} $ENV{HTTP_HOST} $ENV{SERVER_NAME}\n";
