# The least that is an application: it counts its requests, in each process.
use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

my $served = 0;

sub ($env) {
    $served++;
    return [
        200,
        [ 'Content-Type' => 'text/plain' ],
        ["Hello from process $$, for the ${served}. time.\n"],
    ];
};
