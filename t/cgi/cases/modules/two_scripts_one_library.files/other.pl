#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
require './common.pl';
print "other: ", common(), "\n";
