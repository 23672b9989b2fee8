#!/usr/bin/perl
# die and warn say where, and at which line of which handle.
print "Content-Type: text/plain\n\n";
warn 'plain';
my $line = <STDIN>;
warn 'after reading';
eval { die 'in eval' };
print $@;
die 'at the end';
