#!/usr/bin/perl -Q
# A switch that does not exist.
print "Content-Type: text/plain\n\n";
