package Example::Shop::Cart;

# /cart/, /cart/add; and /cart/list, which is inherited.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::RequestRec ();

use parent 'Example::Shop';

my @things;

sub dispatch_index ($class, $r) {
    return $class->page($r, 'In the cart of this process: ' . @things);
}

# Counts the client's word, and does not show it.
sub dispatch_add ($class, $r) {
    push @things, $r->args // '';
    return $class->dispatch_index($r);
}

1;
