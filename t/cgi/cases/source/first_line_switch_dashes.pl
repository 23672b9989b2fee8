#!/usr/bin/perl -w -- -T
print "Content-Type: text/plain\n\n";
print "@ARGV $^W ${^TAINT}\n";
print map { "$_\n" } @INC;
