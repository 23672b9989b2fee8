#!/usr/bin/perl
# Nothing at all.
my $x = 1;
