# PUT and DELETE.
my $body = do { local $/; <STDIN> };
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_METHOD} <", $body // '', ">\n";
