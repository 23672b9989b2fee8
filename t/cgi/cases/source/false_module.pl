#!/usr/bin/perl
# A module that returns false.
use lib 'lib';
use Zero;
print "Content-Type: text/plain\n\n";
