# The guide's advice on $^T and -M, and on using one stat twice.

use Mehari::Test;
use Mehari::Test::Registry;

my $h = script_server();

subtest '$^T is the time at which the server started' => sub {
    my $script
        = script($h, 'later.pl', read_file($h->document_root . '/time.pl'),
        time + 300);
    my @first = get($h, '/registry/later.pl')->body =~ /^begun (\d+)$/m;
    sleep 1;    # or the two times could be the same
    my $body = get($h, '/registry/later.pl')->body;
    is_deeply [ $body =~ /^begun (\d+)$/m ], \@first,
        '$^T is not the time of the request';
    cmp_ok $first[0], '<=', time, '$^T is in the past';
    like $body, qr/^age negative$/m,
        '$^T is so early that -M may be negative';
    utime time - 100, time - 100, $script;
    my ($age) = get($h, '/registry/later.pl')->body =~ /^right age (\d+)$/m;
    cmp_ok $age, '>=', 99,  'local $^T = time makes it right';
    cmp_ok $age, '<=', 130, '$^T is right to the second';
};

subtest 'a second question about the same file' => sub {
    my $filled = script($h, 'filled', 'x');
    my $empty  = script($h, 'empty',  '');
    for my $round (1, 2) {
        is get($h, "/registry/stat-cache.pl?$filled")->body,
            "there other filled\n", 'a filled file is there';
        is get($h, "/registry/stat-cache.pl?$empty")->body,
            "there other empty\n", 'an empty file is there';
        is get($h, '/registry/stat-cache.pl?' . $h->root)->body,
            "there directory filled\n", 'a directory is there';
        is get($h, '/registry/stat-cache.pl?/nowhere/at/all')->body,
            "missing other empty\n", 'a missing file is not there';
    }
};

done_testing;
