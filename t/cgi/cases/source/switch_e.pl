#!/usr/bin/perl -e1
# -e in the first line.
print "Content-Type: text/plain\n\n";
