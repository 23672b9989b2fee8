# shift outside of a sub takes from @ARGV.
print "Content-Type: text/plain\n\n";
my $first = shift;
print $first // 'undef', " @ARGV\n";
