# PerlSizeLimit, and max-unshared of PerlPool: a process that is too
# large makes room for another, and the log names the requests that made it
# grow.

use Mehari::Test;
use Mehari::Test::Gateway;

# A handler that keeps as many bytes as the request says, and a script that does
# the same.
sub site ($config, %option) {
    my $h = server(
        workers => 1,
        %option,
        handlers => {
            '/grow' => sub ($r) {
                push @main::kept, 'x' x ($r->args || 0);
                $r->print($$);
                return 0;
            }
        },
        config => <<~"CONF");
        $config
        <Files "kept.pl">
        SetHandler perl-script
        PerlResponseHandler ModPerl::Registry
        PerlOptions +ParseHeaders
        Options +ExecCGI
        </Files>
        CONF
    script($h, 'kept.pl', <<~'PERL');
        push @main::kept, 'x' x ($ENV{QUERY_STRING} || 0);
        print "Content-Type: text/plain\n\n$$";
        PERL
    return $h;
}

sub process ($h, $path = '/grow') { return get($h, $path)->body }

sub kept ($h, $name, @path) {
    my %seen = map { process($h, @path) => 1 } 1 .. 4;
    return is keys %seen, 1, $name;
}

sub replaced ($h, $pattern, $name, $path = '/grow') {
    my $mark  = $h->error_log_mark;
    my $first = process($h, $path);
    process($h) for 2 .. $h->{looks} // 1;
    log_like(
        $h,
        $mark,
        qr/process $first is too large and is replaced: $pattern.*\[MH2034\]/,
        $name
    );
    return ok wait_until(sub { !kill 0 => $first }), "$name: it ends";
}

sub embedded ($limit) { return site("PerlSizeLimit check-every=1 $limit") }

sub pool ($keys) {
    my $h = site("PerlPool default workers=1 $keys\nPerlUsePool default");
    $h->{looks} = 16;
    return $h;
}

replaced(
    embedded('max-size=1M'),
    qr/it has mapped \d+ KB, more than 1024 KB/,
    'a child: size'
);
replaced(
    embedded('min-shared=100G'),
    qr/it shares \d+ KB, less than/,
    'a child: shared'
);
for my $kind ([ 'a child' => \&embedded ], [ 'a worker' => \&pool ]) {
    my ($name, $new) = @$kind;
    replaced(
        $new->('max-unshared=100K'),
        qr/its own memory is \d+ KB, more than 100 KB/,
        "$name: unshared"
    );

    my $h = $new->('max-unshared=40M');
    kept($h, "$name that is small enough");
    replaced(
        $h,
        qr{its own .*; most of its growth, \d{5} KB, in requests for .*/kept\.pl},
        "$name: what made it grow",
        '/kept.pl?60000000'
    );
}

my $h     = embedded('max-size=1M check-every=3');
my $first = process($h);
is process($h), $first,
    'the size of a process is looked at now and then only';
replaced($h, qr/it has mapped/, 'and then');

kept(embedded('max-size=100000G'), 'no limit is reached');

subtest 'what cannot be' => sub {
    my $threads = site('PerlSizeLimit max-size=1G', mpm => 'event');
    like $threads->error_log,
        qr/PerlSizeLimit has no effect under a threaded/,
        'the log says that PerlSizeLimit has no effect under threads';
    for my $word (qw(max-size=x max=1 check-every=0 1G)) {
        my $wrong = server(config => "PerlSizeLimit $word\n", start => 0);
        my ($good, $said) = $wrong->configtest;
        like $said, qr/PerlSizeLimit takes max-size=SIZE,.*not \Q$word\E/,
            $word;
    }
};

done_testing;
