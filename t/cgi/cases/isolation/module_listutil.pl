print "Content-Type: text/plain\n\n";
use List::Util qw(sum first reduce shuffle max uniq pairs); print sum(1..4), first { $_ > 2 } 1..4; print reduce { $a * $b } 1..5; print max(1,4,2), join(',', uniq 1,1,2), scalar(@{[pairs 1..4]}), "\n"; our ($a, $b); print defined $a ? 1 : 0, defined $b ? 1 : 0, "\n";
