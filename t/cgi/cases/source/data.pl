#!/usr/bin/perl
# __DATA__ can be read, from its beginning, each time.
print "Content-Type: text/plain\n\n";
while (<DATA>) { print "$.: $_" }
__DATA__
one
two
