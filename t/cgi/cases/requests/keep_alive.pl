# Several requests on one connection, also with bodies.
my $body = do { local $/; <STDIN> };
print "Content-Type: text/plain\n\n";
print $ENV{HTTP_CONNECTION} // 'none', ' ', length($body // ''), "\n";
