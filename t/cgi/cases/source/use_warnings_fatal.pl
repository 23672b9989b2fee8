#!/usr/bin/perl
# Fatal warnings.
use warnings FATAL => 'all';
print "Content-Type: text/plain\n\n";
my $undefined;
print "value: $undefined\n";
