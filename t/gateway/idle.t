# Many clients that do nothing, or little, under event: they cost memory of
# httpd, and no process of a pool.

use Mehari::Test;
use POSIX       ();
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;
use Mehari::Test::Status;

my $IDLE    = 10_000;
my $SLOW    = 200;
my $CROWD   = 500;      # connections of one process of ours
my $OTHERS  = 1000;     # descriptors that httpd has for other things
my $PAGE    = 1000;     # KiB: PerlBuffer has room for it
my $LARGE   = 3000;     # KiB: it has not, and a file is not allowed
my $AT_ONCE = 4096;     # bytes that a slow client reads in a second

# A process's limit of descriptors depends on the user who runs the test.
my ($most) = `sh -c 'ulimit -Hn'` =~ /\A(\d+)/;
my $wanted = $IDLE;
$IDLE = $most - $OTHERS if defined $most && $IDLE > $most - $OTHERS;
plan skip_all => 'too few descriptors are allowed' if $IDLE < $CROWD;
$IDLE -= $IDLE % $CROWD;
diag "$most descriptors allow only $IDLE idle connections"
    if $IDLE < $wanted;

# Each of the two processes has room for all idle connections, and more threads
# than there are slow readers. The kernel keeps little for a client, so that
# httpd has to.
my $h = gateway_server(
    mpm            => 'event',
    workers        => 250,
    perl_pool      => 'concurrency=8',
    command_prefix =>
        [ 'sh', '-c', 'ulimit -n "$0" && exec "$@"', $IDLE + $OTHERS, ],
    config => <<~'CONF',
        ServerLimit 2
        StartServers 2
        MaxRequestWorkers 500
        MaxSpareThreads 500
        AsyncRequestWorkerFactor 64
        KeepAliveTimeout 120
        SendBufferSize 65536
        <Files page.txt>
        SetHandler none
        </Files>
        <Files limited.pl>
        PerlBuffer file=Off
        </Files>
        <Location "/status">
            SetHandler mehari-status
        </Location>
        CONF
);
write_file($h->document_root . '/page.txt', "a page\n");
script($h, 'limited.pl', read_file(fixture('gateway') . '/bytes.pl'));
my $manager = pool_processes($h)->{default};

# A pool may keep more processes ready than there are requests.
sub is_unused () {
    my $part = part($h, 'default');
    return !$part->{running} && !$part->{waiting};
}

# --- clients, in processes of their own -------------------------------------

my @crowds;

# A process that runs $code with two handles. It writes to one and reads from
# the other: a line there is a question, and end of file tells it to end. No
# other process may hold the other end of the second handle.
sub crowd ($code) {
    pipe my $heard, my $say  or die "Cannot make a pipe: $!.\n";
    pipe my $end,   my $hold or die "Cannot make a pipe: $!.\n";
    my $pid = fork // die "Cannot fork: $!.\n";
    if (!$pid) {
        close $_ for $heard, $hold, map { $_->{hold} } @crowds;
        $say->autoflush;
        eval { $code->($say, $end); 1 } or print {$say} $@;
        POSIX::_exit(0);
    }
    close $_ for $say, $end;
    push @crowds, { pid => $pid, heard => $heard, hold => $hold };
    return $crowds[-1];
}

sub heard ($crowd) {
    my $line = readline($crowd->{heard}) // "nothing\n";
    chomp $line;
    return $line;
}

# Asks the process for its result.
sub question ($crowd) {
    $crowd->{hold}->autoflush;
    print { $crowd->{hold} } "\n";
    return heard($crowd);
}

sub dismiss (@gone) {
    for my $crowd (@gone) {
        close $crowd->{hold};
        waitpid $crowd->{pid}, 0;
        @crowds = grep { $_ != $crowd } @crowds;
    }
    return;
}

# Reads one whole answer on each connection, and then does nothing.
sub be_idle ($say, $end) {
    my @clients = map { client($h) } 1 .. $CROWD;
    my $good    = 0;
    for my $number (1 .. $CROWD) {
        my $path     = $number % 10 ? '/page.txt' : '/hello.pl';
        my $response = $clients[ $number - 1 ]->request($path);
        $good++ if $response->complete && $response->status == 200;
    }
    print {$say} "$good\n";
    readline $end;
    print {$say} scalar(grep { is_open($_) } @clients), "\n";
    readline $end;
    return;
}

sub is_open ($client) {
    $client->socket->blocking(0);
    return !defined sysread($client->socket, my $byte, 1) && $!{EAGAIN};
}

# Reads a little of the answer each second on each connection. At the end, says
# how many connections got data.
sub be_slow (@paths) {
    return sub ($say, $end) {
        my %come;
        my @clients = map { ask_slowly($_) } @paths;
        print {$say} scalar(@clients), "\n";
        while (1) {
            $come{$_} += read_little($_) for @clients;
            last if is_over($end);
        }
        $come{$_} += read_little($_) for @clients;
        print {$say} scalar(grep { $come{$_} } keys %come), "\n";
        readline $end;
    };
}

sub read_little ($client) {
    return sysread($client->socket, my $data, $AT_ONCE) // 0;
}

sub ask_slowly ($path, $server = $h) {
    my $client = client($server, receive => $AT_ONCE);
    $client->send("GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
    $client->socket->blocking(0);
    return $client;
}

sub is_over ($end) {
    vec(my $bits = '', fileno $end, 1) = 1;
    return select $bits, undef, undef, 1;
}

# --- their cost
# -------------------------------------------------------------------

sub answers_at_once ($name) {
    my $start    = time;
    my $response = get($h, '/hello.pl', timeout => 10);
    is $response->status, 200, "$name: another client is answered";
    cmp_ok time - $start, '<', 8, "$name: that client waits for nobody";
    return;
}

sub marks ($name, $count) {
    return map { $h->root . "/tmp/$name-$_" } 1 .. $count;
}

sub logged ($path) {
    return scalar(() = $h->access_log =~ /GET \Q$path\E/g);
}

my @idle;

subtest "$IDLE idle connections" => sub {
    @idle = map { crowd(\&be_idle) } 1 .. $IDLE / $CROWD;
    my $answered = 0;
    $answered += heard($_) for @idle;
    is $answered, $IDLE, 'each idle client had an answer';
    ok wait_until(\&is_unused), 'no process belongs to an idle client';
    answers_at_once('idle');
};

subtest "$SLOW slow readers" => sub {
    my @marks = marks('slow', $SLOW);
    my $crowd = crowd(be_slow(map { "/bytes.pl?$PAGE,$_" } @marks));
    is heard($crowd), $SLOW, "$SLOW slow readers have asked";
    ok wait_until(
        sub {
            !grep { !-s } @marks;
        }
        ),
        'their scripts have written all';
    ok wait_until(\&is_unused), 'no process belongs to a slow reader';
    answers_at_once('slow');
    is logged("/bytes.pl?$PAGE,"), 0,
        'slow readers: httpd has much yet to send';
    is question($crowd), $SLOW, 'each slow reader was reading';
    dismiss($crowd);
};

# httpd sends the bytes that it has, and does not wait for more.
subtest 'a script that pauses' => sub {
    script($h, 'pauses.pl', <<~'PERL');
        $| = 1;
        print "Content-Type: text/plain\n\n";
        for (1 .. 20) {
            print 'x' x 45_000;
            select undef, undef, undef, 0.02;
        }
        open my $out, '>', $ENV{QUERY_STRING};
        print $out "$$\n";
        PERL
    my ($mark) = marks('pauses', 1);
    my $crowd = crowd(be_slow("/pauses.pl?$mark"));
    is heard($crowd), 1, 'the reader of a script that pauses has asked';
    ok wait_until(sub { -s $mark }), 'the script has written all';
    is logged('/pauses.pl'), 0, 'one slow reader: httpd has much yet to send';
    dismiss($crowd);
};

subtest 'pages that PerlBuffer has no room for' => sub {
    my @marks = marks('large', 10);
    my $crowd = crowd(be_slow(map { "/limited.pl?$LARGE,$_" } @marks));
    is heard($crowd), 10, 'ten slow readers have asked';
    ok wait_until(sub { running() == 8 }), 'concurrency=8: eight scripts run';
    my $waits = client($h);
    $waits->send("GET /hello.pl HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ok !$waits->read_until(qr/\A\S/, 1),
        'another request waits while the readers are slow';
    is running(),                  8, 'no more than eight scripts run';
    is scalar(grep { -s } @marks), 0, 'no script has ended yet';
    dismiss($crowd);
    ok $waits->read_until(qr{\AHTTP/1.1 200 }),
        'the waiting request is served when readers have gone';
};

sub running () {
    return scalar grep { is_waiting_to_write($_) } children_of($manager);
}

sub is_waiting_to_write ($pid) {
    my $where = eval { read_file("/proc/$pid/wchan") } // '';
    return $where =~ /pipe/;
}

my $open = 0;
$open += question($_) for @idle;
is $open, $IDLE, 'the idle connections have been there all the time';
dismiss(@idle);
$h->stop;

# httpd's core keeps the whole page, so its thread is free as well.
subtest 'FlushMaxThreshold' => sub {
    my $few = gateway_server(
        mpm       => 'event',
        workers   => 10,
        perl_pool => 'threads=10',
        config    => <<~'CONF',
            SendBufferSize 65536
            FlushMaxThreshold 2000000
            AsyncRequestWorkerFactor 20
            CONF
    );
    my @marks   = map { $few->root . "/tmp/few-$_" } 1 .. 100;
    my @clients = map { ask_slowly("/bytes.pl?$PAGE,$_", $few) } @marks;
    ok wait_until(
        sub {
            !grep { !-s } @marks;
        }
        ),
        'ten threads have served a hundred slow readers';
    is get($few, '/hello.pl', timeout => 10)->status, 200,
        'a request beside a hundred slow readers is answered';
    unlike $few->access_log, qr/GET \/bytes/, 'httpd has much yet to send';
    $few->stop;
};

done_testing;
