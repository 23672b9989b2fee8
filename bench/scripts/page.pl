#!/usr/bin/perl

# The DTrace article's page: 34,637 bytes, printed row by row as scripts do.
use strict;
use warnings;

print "Content-Type: text/html\n\n";
print "<html><head><title>bench</title></head><body>\n<table>\n";
for my $row (1 .. 500) {
    my $square = $row * $row;
    printf "<tr><td>%04d</td><td>%06d</td>", $row, $square;
    print "<td>a row of the long page</td></tr>\n";
}
print "</table>\n", '<p>', '.' x 51, "</p>\n</body></html>\n";
