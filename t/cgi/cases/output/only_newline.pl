#!/usr/bin/perl
# An empty line.
print "\n";
