# An our variable begins undefined.
use strict;
our ($count, @list, %hash);
$count++;
push @list, $count;
$hash{$count . @list}++;
print "Content-Type: text/plain\n\n";
print "$count @list ", join(',', %hash), "\n";
