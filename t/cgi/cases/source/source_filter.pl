#!/usr/bin/perl
# A source filter.
use lib 'lib';
use Shout;
print "Content-Type: text/plain\n\n";
print "quiet\n";
