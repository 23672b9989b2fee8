#!/usr/bin/perl
# Without a mark there is no DATA.
use warnings;
print "Content-Type: text/plain\n\n";
my $line = <DATA>;
print defined $line ? "line\n" : "none\n";
