#!/bin/perl
# The same perl by another name, where /bin is /usr/bin.
print "Content-Type: text/plain\n\n";
print "$^X\n";
