#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
print map { "$_=$ENV{$_}\n" } sort grep { /AUTH/ } keys %ENV;
