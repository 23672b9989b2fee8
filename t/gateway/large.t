# Large bodies and large responses need no more memory than small ones, and
# leave no file behind: files that keep them have no name, and end with the
# request. MEHARI_LARGE=1024 (MiB) is the whole test; the default is small
# enough for CI.

use Mehari::Test;
use Mehari::Test::Gateway;

my $MIB   = $ENV{MEHARI_LARGE} // 64;
my $BYTES = $MIB * 1024 * 1024;
my $LIMIT = 12 * 1024;                  # KiB of growth

my $h    = gateway_server(http2 => has_http2(), workers => 2);
my $body = $h->root . '/body';
make_body();

sub make_body () {
    open my $out, '>', $body or die "Cannot write $body: $!.\n";
    truncate $out, $BYTES;
    return;
}

# KiB of private memory of httpd's child and of the manager.
sub memory () {
    my ($manager) = values %{ pool_processes($h) };
    my $sum = 0;
    $sum += memory_of($_) for $h->children, $manager;
    return $sum;
}

# Temporary files of this server only, because other tests have folders of their
# own. A file without a name is found through a process that has it open.
sub files () {
    my $temporary = $ENV{TMPDIR} // '/tmp';
    my @open
        = map { readlink // () } map { glob "/proc/$_/fd/*" } $h->children;
    return (
        glob($h->root . '/tmp/*'),
        glob("$temporary/{apr,mehari-body}*"),
        grep { m{\A\Q$temporary\E/\#} } @open
    );
}

# The highest figures while curl runs.
sub watched ($name, $code) {
    get($h, '/hello.pl') for 1 .. 3;
    my $before = memory();
    my %files  = map { $_ => 1 } files();
    my $most   = $before;
    my $pid    = fork // die "Cannot fork: $!.\n";
    POSIX::_exit($code->()) if !$pid;
    until (waitpid $pid, POSIX::WNOHANG()) {
        my $now = memory();
        $most = $now if $now > $most;
        select undef, undef, undef, 0.05;
    }
    is $? >> 8, 0, "$name: all of it";
    cmp_ok $most - $before, '<', $LIMIT,
        "httpd's memory stays constant (KiB)";
    my @left;
    wait_until(
        sub {
            @left = grep { !$files{$_} } files();
            !@left;
        }
    );
    is "@left", '', "$name: no file is left";
    return;
}

# Returns a false value if curl succeeds and prints $expected: the number of
# received bytes, unless @argument has another -w.
sub fetch ($expected, @argument) {
    my ($status, $said)
        = curl('-o', '/dev/null', '-w', '%{size_download}', '--max-time',
        600, @argument);
    return $status || $said ne $expected;
}

sub send_and_count (@argument) {
    my ($status, $said) = curl('-T', $body, '--max-time', 600, @argument);
    return $status || $said ne "$BYTES\n";
}

for my $protocol ('--http1.1', ('--http2-prior-knowledge') x !!has_http2()) {
    my $kib = $MIB * 1024;
    watched("down $protocol",
        sub { fetch($BYTES, $protocol, $h->url("/bytes.pl?$kib")) });
    watched("up $protocol",
        sub { send_and_count($protocol, $h->url('/count.pl')) });
    watched(
        "up without a length $protocol",
        sub {
            send_and_count(
                $protocol, '-H',
                'Transfer-Encoding: chunked',
                $h->url('/count.pl')
            );
        }
    ) if $protocol eq '--http1.1';
    watched("both ways $protocol",
        sub { fetch($BYTES, $protocol, '-T', $body, $h->url('/echo.pl')) });
}

done_testing;
