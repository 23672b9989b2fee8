# Clients that are slow, and clients that go away.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;
use Mehari::Test::Process;

my $h   = gateway_server(http2 => has_http2());
my $tmp = $h->root . '/tmp';

sub reading_nothing ($path) {
    my $client = client($h);
    $client->send("GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return $client;
}

# A client with little room for data that it does not read.
sub slow_client ($server, $path) {
    my $client = client($server, receive => 65536);
    $client->send("GET $path HTTP/1.1\r\nHost: localhost\r\n"
            . "Connection: close\r\n\r\n");
    return $client;
}

# All that remains, with chunks and head.
sub read_rest ($client) {
    return length $client->read_all;
}

subtest 'a slow client holds no Perl' => sub {
    for my $kilobytes (10, 100, 1000, 20000) {
        my $mark   = "$tmp/slow-$kilobytes";
        my $client = slow_client($h, "/bytes.pl?$kilobytes,$mark");
        ok wait_until(sub { -s $mark }), "$kilobytes KiB: all is written";
        my ($pid) = read_file($mark) =~ /(\d+)/;
        ok wait_until(sub { !-e "/proc/$pid" }), 'the process has ended';
        cmp_ok read_rest($client), '>', $kilobytes * 1024,
            "$kilobytes KiB: the client reads all";
    }
};

# Processes of a server that wait until somebody reads their output.
sub waiting ($server) {
    return grep { waits_to_write($_) } children_of($server->pid);
}

# 8 MB are more than memory and the sockets have room for.
sub keeps_little ($config, $name) {
    my $small  = gateway_server(config => $config);
    my $mark   = $small->root . '/tmp/small';
    my $client = slow_client($small, "/bytes.pl?8000,$mark");
    ok wait_until(sub { waiting($small) }), "$name: the script waits";
    ok !-s $mark, "$name: the script has not written all";
    cmp_ok read_rest($client), '>', 8000 * 1024,
        'a slow client reads the whole page in the end';
    ok wait_until(sub { -s $mark }),
        "$name: the script ends when all is read";
    $small->stop;
    return;
}

subtest 'no more is kept than was said' => sub {
    keeps_little("PerlBuffer file=Off\n", 'memory alone');
    keeps_little("PerlBuffer response=65536 file=1000000\n",
        'some memory, and a file');
};

subtest 'many slow clients' => sub {
    my $many    = gateway_server(workers => 64, perl_pool => 'threads=64');
    my @marks   = map { $many->root . "/tmp/many-$_" } 1 .. 50;
    my @clients = map { slow_client($many, "/bytes.pl?1000,$_") } @marks;
    ok wait_until(
        sub {
            !grep { is_held($_) } @marks;
        },
        30
        ),
        'no script runs for them';
    my $all = grep { read_rest($_) > 1000 * 1024 } @clients;
    is $all, 50, 'each slow client gets its page';
    $many->stop;
};

# True until the process that leaves its number in $mark has ended.
sub is_held ($mark) {
    my ($pid) = (-s $mark ? read_file($mark) : '') =~ /(\d+)/;
    return !$pid || -e "/proc/$pid";
}

script($h, 'noted.pl', <<~'PERL');
    my ($file) = split /,/, $ENV{QUERY_STRING};
    sub note { open my $out, '>>', $file; print $out "@_\n" }
    $SIG{TERM} = sub { note 'TERM'; exit };
    # The pipe may be closed before the signal comes.
    $SIG{PIPE} = 'IGNORE';
    $| = 1;
    note $$;
    print "Content-Type: text/plain\n\nbegin\n";
    for (1 .. 1000) {
        print 'x' x 1000 or do { note "print: $!"; last };
        select undef, undef, undef, 0.02;
    }
    sleep 20;
    PERL

sub notes ($file) {
    return eval { read_file($file) } // '';
}

subtest 'a client that goes away' => sub {
    for my $way ('http1', ('http2') x !!has_http2()) {
        my $file = "$tmp/gone-$way";
        if ($way eq 'http1') {
            my $client = reading_nothing("/noted.pl?$file");
            $client->read_until(qr/begin\n/);
            $client->close;
        }
        else {
            curl('--http2-prior-knowledge', '--max-time', 1,
                $h->url("/noted.pl?$file"));
        }
        ok wait_until(sub { notes($file) =~ /TERM/ }),
            "$way: a SIGTERM comes to the script";
        my ($pid) = notes($file) =~ /(\d+)/;
        ok wait_until(sub { !-e "/proc/$pid" }), 'the process has ended';
    }
};

subtest 'one that ignores it' => sub {
    my $file = "$tmp/ignores";
    script($h, 'ignores.pl', <<~'PERL');
        $SIG{TERM} = $SIG{PIPE} = 'IGNORE';
        $| = 1;
        open my $out, '>', $ENV{QUERY_STRING};
        print $out $$;
        close $out;
        print "Content-Type: text/plain\n\nbegin\n";
        while (1) { print 'x' x 1000; select undef, undef, undef, 0.02 }
        PERL
    my $client = reading_nothing("/ignores.pl?$file");
    $client->read_until(qr/begin\n/);
    my $start = time;
    $client->close;
    my $pid = notes($file);
    ok wait_until(sub { !-e "/proc/$pid" }),
        'a script that ignores SIGTERM is killed';
    cmp_ok time - $start, '>', 2.5,
        'the script is killed after three seconds';
};

subtest 'a client that goes away while it sends' => sub {
    my $client = client($h);
    my $mark   = $h->error_log_mark;
    $client->send("POST /count.pl HTTP/1.1\r\nHost: localhost\r\n"
            . "Content-Length: 1000\r\n\r\nxxx");
    $client->close;
    log_like($h, $mark, qr/Error reading request entity data.*\[MH3021\]/);
    is get($h, '/hello.pl')->status, 200,
        'other clients are served meanwhile';
};

subtest 'a body that is wrong or too long' => sub {
    my $limited = gateway_server(config => "LimitRequestBody 100\n");
    is get($limited, '/count.pl', method => 'POST', body => 'x' x 200)
        ->status, 413, 'a body that is too long gets 413';
    my $bytes = raw($limited,
              "POST /count.pl HTTP/1.1\r\nHost: x\r\n"
            . "Transfer-Encoding: chunked\r\n\r\nzz\r\n");
    like $bytes, qr{\AHTTP/1.1 400 }, 'a body with a wrong chunk gets 400';
    $limited->stop;
};

done_testing;
