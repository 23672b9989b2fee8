#!/usr/bin/perl
# A script that reads itself.
print "Content-Type: text/plain\n\n";
open my $in, '<', $0 or die;
print grep {/^# A/} <$in>;
