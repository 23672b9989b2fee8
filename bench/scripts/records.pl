#!/usr/bin/perl

# Nested data and an object, as a small application makes them for one
# request.
use strict;
use warnings;

package Shelf;

sub new { return bless { books => [] }, shift }

sub add {
    my ($self, %book) = @_;
    push @{ $self->{books} }, {%book};
    return;
}

sub sold {
    return grep { $_->{sold} } @{ $_[0]{books} };
}

package main;

my $shelf = Shelf->new;
$shelf->add(title => "book $_", price => $_ * 3, sold => $_ % 2) for 1 .. 200;

my $sum = 0;
$sum += $_->{price} for $shelf->sold;
print "Content-Type: text/plain\n\n", 'sold: ', scalar $shelf->sold,
    " books for $sum\n";
