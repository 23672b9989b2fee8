#!/usr/bin/env perl
# Found by PATH.
print "Content-Type: text/plain\n\n";
print "$^X $0\n";
