# A program that does not exist: $! and warnings.
use warnings;
print "Content-Type: text/plain\n\n";
my $r = system 'no-such-program-here', 'x';
print "$r ", $! + 0, "\n";
my $x = `no-such-program-here 2>&1`;
print defined $x ? "defined\n" : "undef\n";
