#!/usr/bin/perl

# Counts words: patterns, a hash that grows and goes, a sort.
use strict;
use warnings;

my $text = join ' ', map { 'word' . $_ % 97, 'again' . $_ % 13 } 1 .. 1000;
my %count;
$count{$1}++ while $text =~ /(\w+)/g;

print "Content-Type: text/plain\n\n";
printf "%-10s %4d\n", $_, $count{$_}
    for sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
