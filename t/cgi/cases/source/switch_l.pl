#!/usr/bin/perl -l
# -l: print adds a newline.
print "Content-Type: text/plain\n";
print for qw(a b);
