#!/usr/bin/perl
# A warning of the compiler comes with every request.
use warnings;
my $x = 1;
my $x = 2;
print "Content-Type: text/plain\n\n";
print "$x\n";
