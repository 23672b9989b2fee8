# The talk's examples print as fresh programs what they print under mod_cgi,
# for ever: embedded, and in a pool.

use v5.36;
use Test::More;
use Mehari::Test;
use Mehari::Test::Tier;

my %SCRIPTS = (
    'count.pl'   => "counted 1\n",
    'closure.pl' => "Counter: 1\n",
    'hello.pl'   => "Counter: 1\n",
    'cwd.pl'     => 'Cwd: ',
);

sub scripts () {
    my %text = (
        'count.pl'    => read_file(fixture('registry') . '/count.pl'),
        'closure.pl'  => read_file(fixture('registry') . '/counter-my.pl'),
        'hello.pl'    => read_file(fixture('registry') . '/counter-lib.pl'),
        'countlib.pl' => read_file(fixture('registry') . '/countlib.pl'),
        'cwd.pl'      => read_file(fixture('registry') . '/cwd.pl'),
    );
    return \%text;
}

for my $mpm (qw(prefork event)) {
    my $h    = tier_server($mpm, files => scripts());
    my $root = $h->document_root;
    chmod 0755, glob "$root/*.pl";
    for my $name (sort keys %SCRIPTS) {
        like get($h, "/cgi/$name")->body, qr/\Q$SCRIPTS{$name}\E/,
            "$name by mod_cgi, $mpm";
    }
    my @paths = map { "/$_" } sort keys %SCRIPTS;
    is same_as_cgi($h, \@paths, rounds => 50), '',
        "two clients in turn, a hundred times each, $mpm";
    is get($h, '/fresh/cwd.pl')->body, "Cwd: $root\n", "the directory, $mpm";

    # One script, and nothing between its runs.
    my @seen = map { $_->body } get($h, '/fresh/closure.pl', repeat => 200);
    is_deeply [ grep { $_ ne "Counter: 1\n" } @seen ], [], "alone, $mpm";
}
done_testing;
