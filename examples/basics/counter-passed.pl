#!/usr/bin/perl
# The same with the counter as an argument: right in every mode
use strict;
use warnings;

my $counter = 0;

print "Content-Type: text/plain\n\n";
for (1 .. 2) {
    $counter = count($counter);
    print "counted $counter in process $$\n";
}

sub count {
    my ($so_far) = @_;
    return $so_far + 1;
}
