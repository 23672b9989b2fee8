package Example::Shop;

# /, /list

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::Const -compile => qw(OK);
use Apache2::RequestIO  ();
use Apache2::RequestRec ();

sub page ($class, $r, $text) {
    $r->content_type('text/html; charset=utf-8');
    $r->print("<!DOCTYPE html><title>A shop</title><p>$text</p>\n");
    return Apache2::Const::OK;
}

sub dispatch_index ($class, $r) {
    return $class->page($r,
        'A shop: <a href="list">its list</a>, <a href="cart/">your cart</a>');
}

sub dispatch_list ($class, $r) {
    return $class->page($r, 'Saddles, ropes, dates');
}

# No URL leads to this one: its name does not begin with dispatch_.
sub empty_the_till ($class, $r) {
    return $class->page($r, 'The till is empty.');
}

1;
