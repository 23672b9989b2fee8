#!/usr/bin/perl
# An empty one.
print "Location:\n\nbody\n";
