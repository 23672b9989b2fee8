#!/usr/bin/perl
# A mark of byte order before the first line.
print "Content-Type: text/plain\n\n";
print "ran\n";
