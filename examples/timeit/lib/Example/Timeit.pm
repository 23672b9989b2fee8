package Example::Timeit;

# Two handlers: one waits, one works.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::Const -compile => qw(OK DECLINED);
use Apache2::RequestIO  ();
use Apache2::RequestRec ();

sub prepare ($r) {
    select undef, undef, undef, 0.02;
    return Apache2::Const::DECLINED;
}

sub handler ($r) {
    my $sum = 0;
    $sum += sqrt $_ for 1 .. 100_000;
    $r->content_type('text/html; charset=utf-8');
    $r->print(<<~"HTML");
        <!DOCTYPE html><title>Timeit</title>
        <p>The sum is $sum. How long it took, and what came before it, is in
        the header Server-Timing: open the developer tools of your browser,
        Network, Timings.</p>
        HTML
    return Apache2::Const::OK;
}

1;
