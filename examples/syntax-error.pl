#!/usr/bin/perl
# Does not compile: one parenthesis is missing
use strict;
use warnings;

print "Content-Type: text/plain\n\n";

my @words = (qw(this list is never closed);

print "@words\n";
