#!/usr/bin/perl
# Prints a line each half second: they arrive one by one
use strict;
use warnings;

$| = 1;
print "Content-Type: text/plain\n\n";
for my $line (1 .. 6) {
    print "line $line of 6\n";
    select undef, undef, undef, 0.5;
}
print "done\n";
