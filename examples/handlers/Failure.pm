package Failure;

# Dies on purpose, in a sub that the handler calls
use strict;
use warnings;

use Apache2::Const -compile => qw(OK);
use Apache2::RequestIO  ();
use Apache2::RequestRec ();

sub handler {
    my $r    = shift;
    my $half = half_of(7);
    $r->content_type('text/plain');
    $r->print("Half of 7 is $half.\n");
    return Apache2::Const::OK;
}

sub half_of {
    my $number = shift;
    die "$number is odd, so it has no half" if $number % 2;
    return $number / 2;
}

1;
