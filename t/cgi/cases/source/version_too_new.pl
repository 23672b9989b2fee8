#!/usr/bin/perl
# A perl that is not there yet.
use v7;
print "Content-Type: text/plain\n\n";
