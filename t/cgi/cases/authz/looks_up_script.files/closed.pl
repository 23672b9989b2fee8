#!/usr/bin/perl
open my $out, '>', 'work/ran';
print "Content-Type: text/plain\n\nran\n";
