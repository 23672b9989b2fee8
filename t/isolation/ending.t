# Scripts that end badly, in END, DESTROY or a signal handler: their answer is
# what they printed, the log says why, and the next request is not touched.

use Mehari::Test;
use Mehari::Test::Registry;

my $HEAD = 'print "Content-Type: text/plain\n\n";' . "\n";

# name => [status, body, log, code]
my %SCRIPT = (
    end_dies => [
        200,        "body\n",
        qr/in END/, 'print "body\n"; END { die "in END\n" }'
    ],
    end_exits  => [ 200, "body\n", undef, 'print "body\n"; END { exit 3 }' ],
    end_prints => [
        200,   "body\nend\n",
        undef, 'print "body\n"; exit; END { print "end\n" }'
    ],
    two_ends => [
        200, "body\nfirst\n", qr/in END/,
        'print "body\n"; END { print "first\n" } END { die "in END\n" }'
    ],
    die_and_end => [
        500,            qr/Internal Server Error/,
        qr/on purpose/, 'our $n++; END { $n++ } die "on purpose\n"',
        'no head'
    ],
    destroy => [
        200,
        "body\n",
        qr/in DESTROY/,
        'use warnings; sub G::DESTROY { die "in DESTROY\n" } { my $g = bless [], "G" } print "body\n"'
    ],
    destroy_last => [
        200,
        "body\n",
        qr/in DESTROY/,
        'use warnings; sub H::DESTROY { die "in DESTROY\n" } my $g = bless [], "H"; print "body\n"'
    ],
    destroy_exit => [
        200, "body\n", undef,
        'sub I::DESTROY { exit } my $g = bless [], "I"; print "body\n"'
    ],
    signal => [
        200,
        qr/\Abody\n<!DOCTYPE/,
        qr/by signal/,
        'print "body\n"; $SIG{USR1} = sub { die "by signal\n" }; kill USR1 => $$; select undef, undef, undef, 0.2; print "lost"'
    ],
    signal_caught => [
        200,
        "body by signal\n\n",
        undef,
        'local $SIG{USR1} = sub { die "by signal\n" }; eval { kill USR1 => $$; select undef, undef, undef, 0.2 }; print "body $@\n"'
    ],
    timeout => [
        200,
        "timeout\n\n",
        undef,
        'eval { local $SIG{ALRM} = sub { die "timeout\n" }; alarm 1; select undef, undef, undef, 3; alarm 0 }; print "$@\n"'
    ],
    die_handler => [
        500, qr/Internal/,
        qr/changed: on purpose/,
        '$SIG{__DIE__} = sub { die "changed: $_[0]" }; die "on purpose\n"',
        'no head'
    ],
    deep => [
        200,
        "20000\n",
        undef,
        'no warnings; my $f; $f = sub { $_[0] ? 1 + $f->($_[0] - 1) : 0 }; print $f->(20000), "\n"'
    ],
    warns =>
        [ 200, "body\n", qr/a warning/, 'warn "a warning"; print "body\n"' ],
    stderr => [
        200,               "body\n",
        qr/^to the log$/m, 'print STDERR "to the log\n"; print "body\n"'
    ],
    sub_dies => [
        200,
        qr/\Abody\n.*went on\n\z/s,
        qr/on purpose/,
        'print "body\n"; $_[0]->lookup_uri("/registry/die_and_end.pl")->run; print "went on\n"'
    ],
);

my $h = script_server(startup => 'use Apache2::SubRequest ();');
for my $name (sort keys %SCRIPT) {
    my (undef, undef, undef, $code, $bare) = @{ $SCRIPT{$name} };
    script($h, "$name.pl", ($bare ? '' : $HEAD) . "$code;\n");
}
script($h, 'after.pl', <<'PERL');
print "Content-Type: text/plain\n\n", join ' ', map { $_ // 'undef' }
    $SIG{USR1}, $SIG{ALRM}, $SIG{__DIE__}, $SIG{__WARN__}, $@;
PERL

my ($child) = $h->children;
for my $place (qw(registry perlrun)) {
    for my $name (sort keys %SCRIPT) {
        my ($status, $body, $logged) = @{ $SCRIPT{$name} };
        for my $round (1, 2) {
            my $mark     = $h->error_log_mark;
            my $response = get($h, "/$place/$name.pl");
            is $response->status, $status, "$name at $place, $round";
            ref $body
                ? like($response->body, $body, "its body")
                : is($response->body, $body, "its body");
            ok $response->complete, 'the response is complete';
            log_like($h, $mark, $logged) if $logged;
            my $after = get($h, "/$place/after.pl")->body;
            is $after =~ s/ \z/ /r, 'undef undef undef undef ',
                "nothing is left of $name";
        }
    }
}
is_deeply [ $h->children ], [$child], 'the same child all the time';

done_testing;
