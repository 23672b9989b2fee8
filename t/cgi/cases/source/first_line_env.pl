#!/usr/bin/env perl
# The interpreter is found by PATH.
print "Content-Type: text/plain\n\n";
print "$^X $0\n";
