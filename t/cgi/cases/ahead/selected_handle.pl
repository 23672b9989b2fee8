#!/usr/bin/perl
open my $memory, '>', \my $text;
my $old = select $memory;
print "into memory\n";
select $old;
$| = 1;
print "Content-type: text/plain\n\n";
print "kept: $text";
printf "%s %05.1f\n", 'formatted', 3.14159;
local ($,, $\) = ('-', "!\n");
print 'a', 'b';
