# Host does not change the name of a server that has a canonical one.
print "Content-Type: text/plain\n\n";
print "$ENV{HTTP_HOST} $ENV{SERVER_NAME} $ENV{SERVER_PORT}\n";
