#!/usr/bin/perl
# Dies on purpose: look at the page and at the terminal
use strict;
use warnings;

print_bill(qw(apple quince));

sub print_bill {
    my @fruits   = @_;
    my %price_of = (apple => 3, pear => 4);
    my $sum      = 0;
    for my $fruit (@fruits) {
        die qq(There is no price for "$fruit") unless $price_of{$fruit};
        $sum += $price_of{$fruit};
    }
    print "Content-Type: text/plain\n\n";
    print "That makes $sum.\n";
}
