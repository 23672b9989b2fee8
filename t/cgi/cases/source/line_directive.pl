#!/usr/bin/perl
# A # line directive.
print "Content-Type: text/plain\n\n";
# line 100 "made-up.pl"
print __FILE__, ' ', __LINE__, "\n";
warn "here";
