#!/usr/bin/perl
# do of its own file name.
print "Content-Type: text/plain\n\n";
our $depth;
if (!$depth++) { do $0 }
print "depth $depth\n";
