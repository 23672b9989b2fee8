# A client that reads slowly holds no Perl: output that it has not read is in
# memory, then in a file without a name. All of it arrives, in order.

use Mehari::Test;
use Digest::MD5 qw(md5_hex);
use File::Temp  qw(tempdir);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of has_http2 script wait_until);
use Mehari::Test::Http2;
use Mehari::Test::Process;

my $SIZE   = 4_000_000;
my $folder = tempdir(CLEANUP => 1);
chmod 01777, $folder;

# The script's output, 64 bytes a line; the request asks for its end.
my $code = <<~'PERL';
    my ($size, $how) = split /,/, $ENV{QUERY_STRING};
    $| = 1;
    print "Content-Type: text/plain\n\n" if $0 !~ /nph-/;
    print "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" if $0 =~ /nph-/;
    for (1 .. $size / 64) { printf "%-63d\n", $_ }
    kill KILL => $$ if $how eq 'kill';
    PERL
my $wanted = join '', map { sprintf "%-63d\n", $_ } 1 .. $SIZE / 64;

sub slow_server (%option) {
    my $config = delete $option{config} // '';
    my $h      = attack_server(
        env       => { TMPDIR => $folder },
        perl_pool => 'workers=2 concurrency=2 threads=64',
        workers   => 64,
        http2     => has_http2(),
        %option,
        config => "SendBufferSize 65536\n$config",
    );
    script($h, $_, $code) for qw(much.pl much.worker nph-much.pl);
    return $h;
}

sub slow ($h, $path) {
    my $client = client($h, receive => 8192);
    $client->send("GET $path HTTP/1.1\r\nHost: localhost\r\n"
            . "Connection: close\r\n\r\n");
    return $client;
}

sub is_whole ($response, $name) {
    ok $response->complete, "$name: it is whole";
    is md5_hex($response->body), md5_hex($wanted),
        "the slowly read response is right: $name";
    return;
}

# True if others get answers again and again.
sub others_are_answered ($h, $name) {
    my @paths = ('/w?hello', '/much.pl?0', '/much.worker?0') x 4;
    my @bad
        = grep { (get($h, $_, timeout => 20)->status // 0) != 200 } @paths;
    is_deeply \@bad, [], "$name: others are answered";
    return;
}

my $h     = slow_server();
my @paths = ("/much.pl?$SIZE,", "/much.worker?$SIZE,");

for my $path (@paths) {
    subtest $path => sub {
        my @slow = map { slow($h, $path) } 1 .. 12;
        others_are_answered($h, 'beside twelve');
        is_whole($_->read_response, 'one that was slow') for @slow;
    };
}

subtest 'httpd sends a file by itself' => sub {
    my $few = slow_server(
        workers => 4,
        config  => "ServerLimit 1\n"
            . "ThreadLimit 4\nAsyncRequestWorkerFactor 20\n"
    );
    my @slow = map { slow($few, $_) } @paths, @paths, @paths;
    others_are_answered($few, 'four threads, six slow clients');
    is_whole($_->read_response, 'one that was slow') for @slow;
    $few->stop;
};

subtest 'what comes first is not held back' => sub {
    script($h, "first.$_", <<~'PERL') for qw(pl worker);
        $| = 1;
        print "Content-Type: text/plain\n\nfirst\n";
        sleep 1 until -e $ENV{QUERY_STRING};
        print "last\n";
        PERL
    for my $kind (qw(pl worker)) {
        my $go     = "$folder/go-$kind";
        my $client = slow($h, "/first.$kind?$go");
        ok $client->read_until(qr/first\n/),
            "the first part by $kind arrives at once";
        write_file($go, '');
        ok $client->read_until(qr/last\n/),
            "the last part by $kind arrives too";
        unlink $go;
    }
};

subtest 'what breaks off does not look whole' => sub {
    for my $path (map { "${_}kill" } @paths) {
        my $client = slow($h, $path);
        others_are_answered($h, $path);
        my $response = $client->read_response;
        is $response->status, 200, "$path: it had begun";
        ok !$response->complete, 'a response that breaks off is not complete';
    }
};

subtest 'an nph- script' => sub {
    my $client = slow($h, "/nph-much.pl?$SIZE,");
    others_are_answered($h, 'nph-');
    is md5_hex($client->read_response->body), md5_hex($wanted),
        'an nph- script: a slow reader gets the right body';
};

subtest 'a client that goes' => sub {
    my @slow = map { slow($h, $_) } @paths;
    others_are_answered($h, 'two that will go');
    $_->close for @slow;
    ok wait_until(sub { !busy($h) }, 20), 'no thread is left to slow readers';
};

subtest 'HTTP/2' => sub {
    plan skip_all => 'this curl knows no HTTP/2' if !has_http2();
    for my $path (@paths) {
        my $file = "$folder/http2";
        my $pid  = fork // die "Cannot fork: $!.\n";
        if (!$pid) {
            exec 'curl', '-s', '--http2-prior-knowledge', '--limit-rate',
                '1M', '-o', $file, $h->url($path);
        }
        ok wait_until(sub { -s $file }),
            'a client of HTTP/2 has begun to read slowly';
        others_are_answered($h, 'beside a stream');
        waitpid $pid, 0;
        is $?, 0, 'a client of HTTP/2 gets all of the response';
        is md5_hex(read_file($file)), md5_hex($wanted),
            "the response of $path by HTTP/2 is right";
        unlink $file;
    }
    my $client = Mehari::Test::Http2->new($h);
    my $number = $client->ask("/much.pl?$SIZE,kill");
    ok $client->hear_until(sub { $client->has_ended($number) }),
        'a stream of HTTP/2 ends';
    ok !$client->response($number)->complete, 'one that breaks off is reset';
};

is_deeply [ glob "$folder/*" ], [], 'the file of a page has no name';

# True if the script waits for its slow client.
sub waits ($server) {
    my ($pid) = grep { waits_to_write($_) } children_of($server->pid);
    return $pid;
}

subtest 'no more than PerlBuffer file=' => sub {
    for my $limit ('Off', 1_500_000) {
        my $limited = slow_server(config => "PerlBuffer file=$limit\n");
        my $client  = slow($limited, $paths[0]);
        ok wait_until(sub { waits($limited) }), "$limit: the script waits";
        is_whole($client->read_response, $limit);
        $limited->stop;
    }
};

SKIP: {
    my $mounted = $> == 0
        && !system "mount -t tmpfs -o size=1m none $folder 2>/dev/null";
    skip 'no small file system can be mounted', 1 if !$mounted;
    subtest 'a disk that is full' => sub {
        my $mark   = $h->error_log_mark;
        my $client = slow($h, $paths[0]);
        log_like($h, $mark,
            qr/No space left on device.*no room in.*\[MH3074\]/);
        is_whole($client->read_response, 'it waits');
    };
    $h->stop;
    system "umount $folder";
}

done_testing;
