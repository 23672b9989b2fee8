package Mehari::Workload::Page;

# The DTrace article's page as a handler: bench/scripts/page.pl.

use strict;
use warnings;

use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::Const -compile => 'OK';

sub handler {
    my ($r) = @_;

    $r->content_type('text/html');
    $r->print("<html><head><title>bench</title></head><body>\n<table>\n");
    for my $row (1 .. 500) {
        my $square = $row * $row;
        $r->printf("<tr><td>%04d</td><td>%06d</td>", $row, $square);
        $r->print("<td>a row of the long page</td></tr>\n");
    }
    $r->print("</table>\n", '<p>', '.' x 51, "</p>\n</body></html>\n");
    return Apache2::Const::OK;
}

1;
