#!/usr/bin/perl
# A script that needs a perl newer than any.
use v7;
print "Content-Type: text/plain\n\n";
