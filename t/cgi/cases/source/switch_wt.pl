#!/usr/bin/perl -wT
# Two switches in one word.
print "Content-Type: text/plain\n\n";
print "$^W ${^TAINT}\n";
