# REQUEST_METHOD, whatever it is.
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_METHOD}\n";
