package Mehari::Workload::Heavy;

# The book's heavy set as a handler: bench/scripts/heavy.pl.

use strict;
use warnings;

use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::Const -compile => 'OK';

sub handler {
    my ($r) = @_;
    my $x = 100;
    my $y;

    $y = log($x**100) for 0 .. 10_000;
    $r->content_type('text/plain');
    $r->print('Hello');
    return Apache2::Const::OK;
}

1;
