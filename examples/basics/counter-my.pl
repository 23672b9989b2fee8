#!/usr/bin/perl
# Counts in a "my" variable through a sub: see the second run under Registry
use strict;
use warnings;

my $counter = 0;

print "Content-Type: text/plain\n\n";
for (1 .. 2) {
    count();
    print "counted $counter in process $$\n";
}

# A named sub keeps the first $counter that it sees. Under Registry the file
# is the body of a sub, so every later run has a new $counter, which this sub
# does not change: the script prints 0. Perl warns about that in the error log.
sub count {
    $counter++;
}
