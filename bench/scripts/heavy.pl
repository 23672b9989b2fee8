#!/usr/bin/perl

# The book's heavy set: the light one after some arithmetic.
use strict;
my $x = 100;
my $y;
$y = log($x**100) for 0 .. 10_000;
print "Content-type: text/plain\n\n";
print "Hello";
