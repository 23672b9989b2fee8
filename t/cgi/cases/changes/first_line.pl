#!/usr/bin/perl -w
# Switches that change.
print "Content-Type: text/plain\n\n";
print "$^W\n";
