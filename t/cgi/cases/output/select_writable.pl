# select says that STDOUT can be written.
print "Content-Type: text/plain\n\n";
vec(my $bits = '', 1, 1) = 1;
my $ready = select undef, $bits, undef, 5;
print "$ready\n";
