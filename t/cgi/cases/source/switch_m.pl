#!/usr/bin/perl -MList::Util=sum
# -M in the first line.
print "Content-Type: text/plain\n\n";
print sum(1, 2, 3), "\n";
