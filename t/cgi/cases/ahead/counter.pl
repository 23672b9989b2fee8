#!/usr/bin/perl
use strict;
use Fcntl ':flock';
open my $in, '<', 'count' or die $!;
my $count = <$in>;
close $in;
$count++;
open my $out, '>', 'count' or die $!;
flock $out, LOCK_EX;
print {$out} "$count\n";
close $out;
print "Content-type: text/plain\n\n$count\n";
