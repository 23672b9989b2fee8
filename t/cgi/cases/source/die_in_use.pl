#!/usr/bin/perl
# A module that fails to load.
use lib 'lib';
use Broken;
print "Content-Type: text/plain\n\n";
