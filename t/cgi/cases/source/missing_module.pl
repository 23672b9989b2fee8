#!/usr/bin/perl
# A module that is not there.
print "Content-Type: text/plain\n\n";
use No::Such::Module;
print "never\n";
