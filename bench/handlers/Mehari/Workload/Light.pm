package Mehari::Workload::Light;

# The book's light set as a handler: bench/scripts/light.pl.

use strict;
use warnings;

use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::Const -compile => 'OK';

sub handler {
    my ($r) = @_;

    $r->content_type('text/plain');
    $r->print('Hello');
    return Apache2::Const::OK;
}

1;
