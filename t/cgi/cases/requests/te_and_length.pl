# Both a length and chunks.
my $body = do { local $/; <STDIN> };
print "Content-Type: text/plain\n\n";
print $ENV{CONTENT_LENGTH} // 'none', ' ', length $body, "\n";
