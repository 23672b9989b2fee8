#!/usr/bin/perl --
print "Content-Type: text/plain\n\n";
print "@ARGV [$^W]\n";
