# Ten megabytes.
print "Content-Type: application/octet-stream\n\n";
my $block = join '', map { pack 'N', $_ } 1 .. 25_000;
print $block for 1 .. 100;
