# Bytes that are not UTF-8, through the layer.
binmode STDIN, ':encoding(UTF-8)';
print "Content-Type: text/plain\n\n";
my $text = do { local $/; <STDIN> };
print length $text, "\n";
