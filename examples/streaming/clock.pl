#!/usr/bin/perl
# Server-sent events: the time, each half second
use strict;
use warnings;

my ($count) = ($ENV{QUERY_STRING} // '') =~ /\bevents=(\d{1,3})\b/;
$count //= 10;

local $| = 1;
print "Content-Type: text/event-stream\nCache-Control: no-store\n\n";
for my $number (1 .. $count) {
    my $time = localtime;
    print "data: $number of $count: $time, process $$\n\n" or last;
    select undef, undef, undef, 0.5;
}
print "event: end\ndata:\n\n";
