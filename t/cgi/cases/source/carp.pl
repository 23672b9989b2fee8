#!/usr/bin/perl
# carp and confess.
use Carp qw(carp cluck confess);
sub deep { carp 'carped'; cluck 'clucked' }
print "Content-Type: text/plain\n\n";
deep(1, 'two');
eval { confess 'confessed' };
print $@;
