package Example::Shrink;

# Replaces several blanks by one. A piece may end between two of them, so the
# filter remembers how the last piece ended.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::Const -compile => qw(OK);
use Apache2::Filter     ();
use Apache2::RequestRec ();
use APR::Table          ();

sub handler ($f, @) {
    my $state = $f->ctx // begin($f);
    while ($f->read(my $text, 8192)) {
        $text =~ s/ +/ /g;
        $text =~ s/\A // if $state->{blank};
        $state->{blank} = $text =~ / \z/ if length $text;
        $f->print($text);
    }
    return Apache2::Const::OK;
}

# The handler may have set the length of the page before the filter.
sub begin ($f) {
    $f->r->headers_out->unset('Content-Length');
    my $state = { blank => 0 };
    $f->ctx($state);
    return $state;
}

1;
