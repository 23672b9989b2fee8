#!/usr/bin/perl -X
# -X: none.
use warnings;
print "Content-Type: text/plain\n\n";
my $undefined;
print "value: " . $undefined . "\n";
