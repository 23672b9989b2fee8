#!/usr/bin/perl
# Several errors, under strict.
use strict;
print "Content-Type: text/plain\n\n";
$one = 1;
print $two;
undefined_function(1;
