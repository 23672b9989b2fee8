#!/usr/bin/perl5.36.0
# The perl with its version.
print "Content-Type: text/plain\n\n";
print "$]\n";
