# A script that needs more than RLimitMEM.
$| = 1;
print "Content-Type: text/plain\n\n";
print "begins\n";
my $size = 300_000_000;
my $x = 'x' x $size;
print "never\n";
