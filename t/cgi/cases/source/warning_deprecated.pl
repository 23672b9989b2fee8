#!/usr/bin/perl
# A deprecated construct.
use warnings;
print "Content-Type: text/plain\n\n";
my @x = (1);
print "$#{@x}\n" if 0;
print "ok\n";
