#!/usr/bin/perl -W
# -W: warnings, whatever the code says.
no warnings;
print "Content-Type: text/plain\n\n";
my $undefined;
print "value: " . $undefined . "\n";
