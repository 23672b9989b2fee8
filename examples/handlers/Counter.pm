package Counter;

# Counts the requests that its process has answered
use strict;
use warnings;

use Apache2::Const -compile => qw(OK);
use Apache2::RequestIO  ();
use Apache2::RequestRec ();

my $counter = 0;

sub handler {
    my $r = shift;
    $counter++;
    $r->content_type('text/plain');
    $r->print("counted $counter in process $$\n");
    return Apache2::Const::OK;
}

1;
