# HTTP/2: the requests of one connection are served by several threads, and end
# in the connection's thread, for which they may wait.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Threads;

plan skip_all => 'there is no nghttp (nghttp2-client)'
    if system('nghttp --version >/dev/null 2>&1') != 0;
plan skip_all => 'mod_perl has an interpreter for each thread'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $WAY = 'trans headers access type fixup response';

my $h = threads_server(
    workers => 24,
    config  => "PerlInterpWait 20\n",
    files   => { 'guarded/file' => 'y' x 200_000 },
);

# (exit status, all bodies) of as many streams at once.
sub streams (@query) {
    my @command = ('nghttp', map { $h->url($_) } @query);
    open my $pipe, '-|', @command or die "Cannot start nghttp: $!.\n";
    my $text = do { local $/ = undef; <$pipe> };
    close $pipe;
    return ($? >> 8, $text);
}

subtest 'many streams of one connection' => sub {
    for my $round (1, 2) {
        my $mark = $h->error_log_mark;
        my ($code, $text) = streams(map { "/turns?who=s$_" } 1 .. 40);
        is $code, 0, "nghttp is content, $round";
        is join("\n", sort split /\n/, $text),
            join("\n", sort map { "s$_ $WAY s$_" } 1 .. 40),
            'each stream finds what it has left';
        is get($h, '/turns?who=next')->body, "next $WAY next\n",
            'the next connection is served';
        log_unlike($h, $mark, qr/mixed up/, 'log and cleanup, too');
    }
};

# The pages exceed the limit of bytes on the way (H2StreamMaxMemSize).
subtest 'pages that do not fit' => sub {
    for my $round (1, 2) {
        my ($before) = get($h, '/turns?do=ended')->body =~ /(\d+)/;
        my $begin = time;
        my ($code, $text)
            = streams(
            map { ("/turns?who=s$_&size=300000", "/guarded/file?who=f$_") }
                1 .. 10);
        is $code, 0, "nghttp is content, $round";
        is $text =~ tr/x//, 3_000_000, "all bytes of Perl's pages come";
        is $text =~ tr/y//, 2_000_000, 'the files of large pages come whole';
        cmp_ok time - $begin, '<', 15, 'nobody waits for one another';
        is get($h, '/turns?do=ended')->body, $before + 21 . "\n",
            'all requests of the connection have ended';
    }
};

subtest 'a client that goes away' => sub {
    for my $round (1 .. 3) {
        curl('--http2-prior-knowledge', '--max-time', '0.2',
            $h->url('/turns?who=gone&size=3000000&sleep=0.3'));
        is get($h, '/turns?who=next')->body, "next $WAY next\n",
            "nobody is the worse for it, $round";
    }
};

done_testing;
