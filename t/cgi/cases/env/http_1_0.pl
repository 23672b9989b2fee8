# A request of HTTP/1.0.
print "Content-Type: text/plain\n\n";
print "$ENV{SERVER_PROTOCOL} $ENV{GATEWAY_INTERFACE}\n";
