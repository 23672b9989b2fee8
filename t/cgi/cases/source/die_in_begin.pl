#!/usr/bin/perl
# die in BEGIN.
BEGIN { die "not today\n" }
print "Content-Type: text/plain\n\n";
