#!/usr/bin/perl
# STDERR and no page.
print STDERR "nothing else\n";
