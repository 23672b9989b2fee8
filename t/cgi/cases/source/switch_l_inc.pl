#!/usr/bin/perl -l
# -l: $^X and @INC are the same as without the switch.
print "Content-Type: text/plain\n";
print for $^X, @INC;
