# A named sub and the main program share a lexical, which begins anew.
use strict;
use warnings;
my $count = 0;
sub add { return ++$count }
add();
add();
print "Content-Type: text/plain\n\n$count\n";
