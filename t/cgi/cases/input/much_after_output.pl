#!/usr/bin/perl
# Much output before much input: none waits for the other.
$| = 1;
print "Content-Type: text/plain\n\n";
print "line of output number $_\n" for 1 .. 20_000;
my $size = 0;
while (read STDIN, my $buffer, 65536) { $size += length $buffer }
print "$size\n";
