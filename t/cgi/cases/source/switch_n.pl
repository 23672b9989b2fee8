#!/usr/bin/perl -n
# -n: a loop over the lines of STDIN.
BEGIN { print "Content-Type: text/plain\n\n" }
print "$.: $_";
END { print "\nend\n" }
