#!/usr/bin/perl
# The limit of memory.
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/limits' or die;
print grep {/^Max data/} <$in>;
