# However a handler dies, the client gets a whole page of error 500, the log
# says why, once, and the next request is served by the same child.

use Mehari::Test;
use Mehari::Test::Cases;

my $h = case_server(
    'response',
    config => place(
        handled =>
            "SetHandler perl-script\nErrorDocument 500 /full/error_page"
    ),
);

my %LOGGED = (
    text         => qr/on purpose\\n$/m,
    line         => qr/on purpose at .* line \d+\.\\n$/m,
    empty        => qr/Died at/,
    zero         => qr/\] 0\\n$/m,
    object       => qr/Cases::Error=HASH/,
    hash         => qr/HASH\(/,
    false        => qr/a false object/,
    bad          => qr/Cases::BadString/,
    nested       => qr/last outer inner/,
    local        => qr/under local/,
    local_eval   => qr/after eval/,
    hook         => qr/hooked: first/,
    hook_object  => qr/HASH\(/,
    undefined    => qr/Undefined subroutine &Cases::no_such_sub/,
    method       => qr/object method "no_such_method"/,
    method_undef => qr/method "method" on an undefined value/,
    require      => qr/Can't locate No/,
    string       => qr/syntax error/,
    deep         => qr/after depth/,
    signal       => qr/signal\\n$/m,
    alarm        => qr/alarm\\n$/m,
    warning      => qr/warned: this/,
    sort         => qr/in sort/,
    tied         => qr/in FETCH/,
    last         => qr/Can't "last"/,
    goto         => qr/Can't find label NOWHERE/,
    dies_late    => qr/with a guard/,
    guard_dies   => qr/first/,
    divide       => qr/division by zero/,
    utf8         => qr/on purpose/,
    long         => qr/xxxxxx/,
    lines        => qr/one\\ntwo\\nthree/,
    apr          => qr/slurp_filename/,
);

my @ways = split /\n/, get($h, '/script/die_ways')->body;
my $pid  = only_child($h);
is_deeply \@ways, [ sort keys %LOGGED ], 'all ways to die are known';
for my $way (@ways) {
    # A modperl handler's %SIG stays as it is left.
    for my $place ('script', $way =~ /hook|signal/ ? () : 'plain') {
        my $mark = $h->error_log_mark;
        for my $name (qw(A B)) {
            my $response = get($h, "/$place/die_by?$way");
            is $response->status, 500, "$way at $place makes status 500";
            like $response->body, qr/Internal Server Error/,
                "$way at $place makes a page";
            ok $response->complete, "the page of $way at $place is complete";
        }
        log_like($h, $mark, $LOGGED{$way});
        is get($h, '/script/about')->status, 200,
            "the next request is served after $way";
    }
}
my %NOTED = (%LOGGED, text => qr/on purpose$/m);
for my $way (qw(text object bad false)) {
    for my $round (1, 2) {
        my $body = get($h, "/handled/die_by?$way")->body;
        like $body, qr{\Apage for /handled/die_by\n},
            "an ErrorDocument is shown after $way";
        like $body, qr/^notes: .*$NOTED{$way}/m,
            "the error-notes have the words of $way";
        like $body, qr/^status: 500$/m, "REDIRECT_STATUS is 500 after $way";
    }
}
for my $response (get($h, '/handled/die_noted', repeat => 2)) {
    like $response->body, qr/^notes: noted, and dead/m,
        'the error-notes from before stay';
}
for my $how (qw(destroy pnotes cleanup cleanup_exit pool)) {
    my $mark = $h->error_log_mark;
    for my $response (get($h, "/script/late?$how", repeat => 2)) {
        is $response->status, 200,
            "an error after output leaves the status: $how";
        is $response->body, "body\n", 'the answer has been made';
    }
    log_like($h, $mark, qr/in (?:DESTROY|cleanup|the pool)/)
        if $how ne 'cleanup_exit';
}
for my $place (qw(script plain)) {
    for my $response (
        get($h, "/script/around?/$place/die_by?text", repeat => 2))
    {
        is $response->status, 200, "around a subrequest of $place that dies";
        like $response->body, qr/\Abefore\n.*status 500, error ''\n\z/s,
            'a handler that catches goes on, and $@ is its own';
    }
}
is + ($h->children)[0], $pid, 'the same child all the time';

done_testing;
