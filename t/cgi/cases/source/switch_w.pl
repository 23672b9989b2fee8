#!/usr/bin/perl -w
# -w: warnings everywhere.
print "Content-Type: text/plain\n\n";
my $undefined;
print "value: " . $undefined . "\n";
print "$^W\n";
