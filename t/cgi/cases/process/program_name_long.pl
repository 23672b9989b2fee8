# A $0 that is longer than the old one is cut off, as in any process.
print "Content-Type: text/plain\n\n";
my $before = length do { local (@ARGV, $/) = '/proc/self/cmdline'; <> };
$0 = 'x' x 5000;
my $after = length do { local (@ARGV, $/) = '/proc/self/cmdline'; <> };
print length $0, ' ', $after > 0 ? 'some' : 'none', "\n";
