package Example::Page;

# A page with more blanks than it needs.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::Const -compile => qw(OK);
use Apache2::RequestIO  ();
use Apache2::RequestRec ();

sub handler ($r) {
    $r->content_type('text/plain; charset=utf-8');
    $r->print("line      $_      of       the    page\n") for 1 .. 2000;
    return Apache2::Const::OK;
}

1;
