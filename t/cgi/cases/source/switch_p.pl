#!/usr/bin/perl -p
# -p: each line is printed.
BEGIN { print "Content-Type: text/plain\n\n" }
tr/a-z/A-Z/;
