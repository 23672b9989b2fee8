#!/usr/bin/perl
# A syntax error.
print "Content-Type: text/plain\n\n";
print "never\n";
if (1) {
