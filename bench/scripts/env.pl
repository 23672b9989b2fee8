#!/usr/bin/perl

# The environment, sorted: touches every variable of a request.
use strict;
use warnings;

print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for sort keys %ENV;
