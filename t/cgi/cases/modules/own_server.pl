# A script that asks its own server.
use IO::Socket::INET;
print "Content-Type: text/plain\n\n";
print "SERVER_ADDR $ENV{SERVER_ADDR}\n";
