#!/usr/bin/perl
# A module that does not exist.
print "Content-Type: text/plain\n\n";
use No::Such::Module;
print "never\n";
