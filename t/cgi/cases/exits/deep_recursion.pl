# Deep recursion, with its warning.
use warnings;
sub down { return $_[0] ? 1 + down($_[0] - 1) : 0 }
print "Content-Type: text/plain\n\n";
print down(5000), "\n";
