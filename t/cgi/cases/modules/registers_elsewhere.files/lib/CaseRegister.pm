package CaseRegister;

use strict;
use warnings;

my %known;

sub add {
    my ($name) = @_;
    die "There is a $name already.\n" if $known{$name}++;
}

sub names { return sort keys %known }

1;
