#!/usr/bin/perl
# Control-D ends the program.
print "Content-Type: text/plain\n\n";
print "ran ", tell(DATA) > 0 ? 1 : 0, "\n";

not perl {{{
