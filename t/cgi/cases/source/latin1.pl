#!/usr/bin/perl
# Source in Latin-1.
print "Content-Type: text/plain\n\n";
print length("é"), " ", ord("é"), "\n";
