#!/usr/bin/perl
# The last line has no end.
print "Content-Type: text/plain\n\n";
print "ran\n"