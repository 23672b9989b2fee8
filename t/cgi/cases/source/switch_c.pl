#!/usr/bin/perl -c
# -c: compiled only.
BEGIN { print "Content-Type: text/plain\n\n" }
print "not run\n";
