#!/usr/bin/perl -s
# -s: switches among the arguments become variables.
print "Content-Type: text/plain\n\n";
print "$x|$y|@ARGV\n";
