#!/usr/bin/perl
# use diagnostics explains.
use diagnostics;
print "Content-Type: text/plain\n\n";
my @list = (1);
print $list[3] . "\n";
