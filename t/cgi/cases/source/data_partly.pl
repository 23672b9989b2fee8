#!/usr/bin/perl
# A request that leaves DATA half read does not take it from the next.
print "Content-Type: text/plain\n\n";
print scalar <DATA>;
__DATA__
first
second
third
