package Noisy;
use warnings;
sub twice { return 1 }
sub twice { return 2 }
print STDERR "loading\n";
1;
