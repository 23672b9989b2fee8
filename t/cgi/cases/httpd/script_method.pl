# Script: a script for a method.
my $body = do { local $/; <STDIN> };
print "Content-Type: text/plain\n\n";
print "$ENV{REQUEST_METHOD} $ENV{PATH_INFO} <$body>\n";
