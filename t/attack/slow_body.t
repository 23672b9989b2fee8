# Slow clients hold no Perl, because httpd reads a body before it asks for a
# process.

use Mehari::Test;
use File::Temp qw(tempdir);
use IO::Socket::INET;
use Time::HiRes qw(time);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(script wait_until);

my $library = fixture('worker');
my $folder  = tempdir(CLEANUP => 1);
chmod 01777, $folder;
my $h = attack_server(
    env       => { TMPDIR => $folder },
    workers   => 64,
    perl_pool => 'workers=2 concurrency=2 queue=2',
    config    => "<Files small.pl>\nLimitRequestBody 100000\n</Files>\n",
);
my $count = <<~'PERL';
    print "Content-Type: text/plain\n\n";
    local $/;
    my $all = <STDIN> // '';
    print length($all), ' ', unpack('%32C*', $all), "\n";
    PERL
script($h, "$_.pl", $count) for qw(count small);

sub slow_post ($path) {
    my $socket = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1',
        PeerPort => $h->port
    ) or die "Cannot connect: $@.\n";
    print {$socket} "POST $path HTTP/1.1\r\nHost: localhost\r\n",
        "Connection: close\r\nContent-Length: 10\r\n\r\nhello";
    return $socket;
}

for my $path (qw(/w?body /count.pl)) {
    subtest "slow bodies for $path" => sub {
        my @slow = map { slow_post($path) } 1 .. 20;
        ok wait_until(sub { busy($h) >= 20 }), 'threads of httpd have them';
        for (1 .. 3) {
            is get($h, '/w?hello')->body, "hello\n",
                'handlers answer other clients beside slow bodies';
            is get($h, '/count.pl')->body, "0 0\n",
                'scripts answer other clients beside slow bodies';
        }
        for my $socket (@slow) {
            print {$socket} 'world';
            local $/;
            like scalar readline $socket,
                qr/\n10 1084\n(?:\r\n0\r\n\r\n)?\z/,
                'each slow body gets its own answer at last';
        }
    };
}

# Sizes of bodies that fit into memory, just do not, go to a file, and exceed a
# pipe.
for my $size (0, 1, 65_535, 65_536, 65_537, 3_000_000) {
    my $body = substr +('abcdefg' x (1 + $size / 7)), 0, $size;
    my $said = $size . ' ' . unpack('%32C*', $body) . "\n";
    for my $path (qw(/w?body /count.pl)) {
        is get($h, $path, method => 'POST', body => $body)->body, $said,
            "$size bytes for $path";
    }
    my $chunks
        = $size
        ? join '',
        map { sprintf "%x\r\n%s\r\n", length, $_ } unpack '(a50000)*', $body
        : '';
    my $client = client($h);
    $client->send("POST /w?body HTTP/1.1\r\nHost: localhost\r\n"
            . "Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n");
    is $client->read_response('POST')->body, $said,
        'a slow body in chunks arrives whole';
}

my $large = get($h, '/small.pl', method => 'POST', body => 'x' x 100_001);
is $large->status, 413, 'a body in chunks over LimitRequestBody gets 413';

is_deeply [ glob "$folder/*" ], [], 'the file of a body has no name';

# A folder without room for a body.
SKIP: {
    my $mounted = $> == 0
        && !system "mount -t tmpfs -o size=256k none $folder 2>/dev/null";
    skip 'no small file system can be mounted', 4 if !$mounted;
    my $mark = $h->error_log_mark;
    my $full = get($h, '/count.pl', method => 'POST', body => 'x' x 900_000);
    my $next = get($h, '/count.pl', method => 'POST', body => 'x' x 90_000);
    wait_until(sub { !system "umount $folder 2>/dev/null" }, 20);
    is $full->status, 503, 'a full disk makes status 503';
    ok $full->header('Retry-After'),
        'Retry-After says when the disk may have room';
    log_like($h, $mark, qr/No space left on device.*no room in.*\[MH3073\]/);
    is $next->status, 200, 'the written part of the body has gone';
}

done_testing;
