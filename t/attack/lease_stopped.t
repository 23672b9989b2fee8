# Somebody stops an idle process that is on lease to httpd: the next request for
# that process soon goes to another.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of pool_processes wait_until);
use Mehari::Test::Process;

my $h = attack_server(
    workers   => 8,
    perl_pool => 'workers=3 request-timeout=60s',
    config    => "ServerLimit 1\n",
    files     => { 'count.worker' => <<~'PERL' },
        use Fcntl qw(:flock);
        my $r = shift;
        my $body = '';
        $r->read($body, 100);
        open my $to, '>>', $r->document_root . '/work/log' or die $!;
        print {$to} $r->args . "\n";
        $r->content_type('text/plain');
        $r->print("$$ $body");
        PERL
);
my $root = $h->document_root;
mkdir "$root/work";
chmod 0777, "$root/work";
write_file("$root/hello.pl", <<'EOF_SCRIPT', 0755);
#!/usr/bin/perl
print "Content-Type: text/plain\n\nhello\n";
EOF_SCRIPT

# Idle processes: the manager and the bases have processes below them.
sub idle_ones () {
    my $manager = pool_processes($h)->{default};
    return grep { !children_of($_) } children_of($manager);
}

sub stopped (@pids) {
    ok stop_all(@pids), 'they are stopped';
    return;
}

my $number = 0;

sub ask ($name, %option) {
    my $begun    = time;
    my $response = get(
        $h, '/count.worker?' . ++$number,
        timeout => 50,
        %option
    );
    is $response->status, 200, $name;
    cmp_ok time - $begun, '<', 8, "$name: soon";
    return $response;
}

for my $round (1 .. 3) {
    my ($worker) = ask("round $round: a worker serves")->body =~ /^(\d+)/;
    stopped($worker);
    my $response = ask("round $round: it is stopped");
    isnt $response->body =~ /^(\d+)/ && $1, $worker, 'another one serves';
    ok wait_until(sub { have_ended($worker) }), 'the stopped one is ended';
}

for my $size (100, 200_000) {
    my ($worker) = ask('a worker serves')->body =~ /^(\d+)/;
    stopped($worker);
    like ask(
        "a body of $size bytes",
        method => 'POST',
        body   => 'x' x $size
    )->body, qr/^\d+ x{100}$/, 'the body is whole';
}

# Stops all of them, while several clients ask at a time.
for my $round (1 .. 2) {
    my @clients = map { client($h, timeout => 50) } 1 .. 3;
    for my $client (@clients) {
        $client->send("GET /count.worker?"
                . ++$number
                . " HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    $_->read_response for @clients;
    my @idle = idle_ones();
    stopped(@idle);
    my $begun = time;
    for my $client (@clients) {
        $client->send("GET /count.worker?"
                . ++$number
                . " HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    is $_->read_response->status, 200, 'all workers are stopped: served'
        for @clients;
    cmp_ok time - $begun, '<', 12, 'soon';
}

my %seen;
$seen{$_}++ for split /\n/, read_file("$root/work/log");
is_deeply [ grep { ($seen{$_} // 0) != 1 } 1 .. $number ], [],
    'each request ran once';

# Templates, by a client that asks as fast as it can, so that leases begin.
for my $round (1 .. 5) {
    my $client = client($h, timeout => 50);
    my @bad = grep { $client->request('/hello.pl')->status != 200 } 1 .. 300;
    is scalar(@bad), 0, 'a script is asked for again and again';
    kill STOP => idle_ones();
    my $begun = time;
    my @after = map { $client->request('/hello.pl') } 1 .. 3;
    is scalar(grep { $_->status == 200 && $_->body eq "hello\n" } @after), 3,
        "round $round: its templates are stopped";
    cmp_ok time - $begun, '<', 8, 'soon';
}
$h->stop;

done_testing;
