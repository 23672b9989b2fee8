#!/usr/bin/perl
# Prints its environment
use strict;
use warnings;

print "Content-Type: text/plain\n\n";
for my $name (sort keys %ENV) {
    print "$name=$ENV{$name}\n";
}
