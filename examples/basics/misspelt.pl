#!/usr/bin/perl
# Does not compile: the name of a variable is misspelt
use strict;
use warnings;

print "Content-Type: text/plain\n\n";

my @words = qw(one two three);

print "There are ", scalar @wrods, " words: ";
print "@word\n";
