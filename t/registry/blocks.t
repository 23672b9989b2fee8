# BEGIN once per compilation, END after every request, INIT and CHECK never.

use Mehari::Test;
use Mehari::Test::Registry;

my $h = script_server();

# The blocks that ran in one request, in their order.
sub blocks ($path) {
    my $mark = $h->error_log_mark;
    get($h, $path);
    log_like($h, $mark, qr/END block 1/, "the END block of $path runs");
    return [ $h->error_log_since($mark) =~ /^(\w+) block(?: \d)?$/mg ];
}

my @ends = ('END', 'END');
is_deeply blocks('/registry/blocks.pl'), [ 'BEGIN', 'UNITCHECK', @ends ],
    'the first request to Registry runs all blocks';
is_deeply blocks('/registry/blocks.pl'), \@ends,
    'later requests to Registry run END blocks';
is_deeply blocks('/registry/blocks.pl?exit'), \@ends,
    'END blocks run after exit';
is_deeply blocks('/registry/blocks.pl?die'), \@ends,
    'END blocks run after die';
is_deeply blocks('/registry/blocks.pl'), \@ends,
    'END blocks run after a request that died';
is_deeply blocks('/perlrun/blocks.pl'), [ 'BEGIN', 'UNITCHECK', @ends ],
    'PerlRun: all of them in each request'
    for 1 .. 3;

is get($h, '/registry/blocks.pl')->body, "run\nend\n",
    'END still prints to the client';

subtest 'blocks of a changed script replace the old ones' => sub {
    script($h, 'change.pl', <<'PERL', time - 50);
print "Content-Type: text/plain\n\n";
END { print "old\n" }
PERL
    is_deeply bodies($h, 2, '/registry/change.pl'), [ "old\n", "old\n" ],
        'the END block of a script runs at each request';
    script($h, 'change.pl', <<'PERL', time - 40);
print "Content-Type: text/plain\n\n";
END { print "new\n" }
PERL
    is_deeply bodies($h, 2, '/registry/change.pl'), [ "new\n", "new\n" ],
        'the END block of a changed script replaces the old one';
    script($h, 'change.pl', <<'PERL', time - 30);
print "Content-Type: text/plain\n\nnone\n";
PERL
    is_deeply bodies($h, 2, '/registry/change.pl'), [ "none\n", "none\n" ],
        'a changed script without END blocks has none';
};

subtest 'an END block that fails' => sub {
    script($h, 'bad-end.pl', <<'PERL');
print "Content-Type: text/plain\n\nbody\n";
END { die "END fails\n" }
PERL
    my $mark = $h->error_log_mark;
    get($h, '/registry/bad-end.pl');
    log_like($h, $mark, qr/END fails/, 'an END block that fails is logged');
    is get($h, '/registry/blocks.pl')->body, "run\nend\n",
        'the server goes on after an END block that dies';
};

subtest 'none of them is left for the end of the server' => sub {
    my $mark = $h->error_log_mark;
    $h->stop;
    log_unlike($h, $mark, qr/END block/);
};

done_testing;
