# Everything at once.
print "Content-Type: text/plain\n\n";
my $all = do { local $/; <STDIN> };
print length $all, " $all\n";
