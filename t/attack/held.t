# A worker cannot hold a thread of httpd whose client has gone, whatever it
# sends, keeps or hands over.

use Mehari::Test;
use IO::Socket::INET;
use Socket      qw(SOL_SOCKET SO_LINGER);
use Time::HiRes qw(time);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(curl has_http2 script wait_until);

my $h = attack_server(
    workers   => 16,
    http2     => has_http2(),
    perl_pool => 'workers=4 concurrency=4 queue=0 start-timeout=60',
    library   => 'attack',
    handlers  => { '/hold' => 'My::Attack::Hold' },
    config    => "ServerLimit 1\n",
);
script($h, 'silent.pl', "sleep 30;\n");
script($h, 'child.pl',  <<~'PERL');
    $| = 1;
    print "Content-Type: text/plain\n\nbegun";
    exit if fork;
    sleep 30;
    PERL

# Sends a request, and disconnects when a thread has it.
sub ask_and_go ($path, $reset) {
    my $socket = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1',
        PeerPort => $h->port
    );
    print {$socket} "GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ok wait_until(sub { busy($h) }), "$path has a thread";
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0 if $reset;
    close $socket;
    return;
}

sub is_free ($limit, $name) {
    my $start = time;
    ok wait_until(sub { !busy($h) }, $limit), $name
        or diag 'held for ' . (time - $start) . ' s';
    return;
}

for my $how (qw(sleep stop thief)) {
    for my $reset (1, 0) {
        subtest "$how, " . ($reset ? 'reset' : 'closed') => sub {
            ask_and_go("/hold?how=$how&flush=$reset", $reset);
            is_free(15, 'it is free soon');
            $h->restart;
        };
    }
}

subtest 'a script' => sub {
    for my $path (qw(/silent.pl /child.pl)) {
        ask_and_go($path, 1);
        is_free(15, "$path: its thread is free");
    }
};

subtest 'a stream of HTTP/2' => sub {
    plan skip_all => 'this curl knows no HTTP/2' if !has_http2();
    for my $path ('/silent.pl', '/hold?how=sleep') {
        curl('--http2-prior-knowledge', '--max-time', 0.5, $h->url($path));
        is_free(15, "$path: its thread is free");
    }
};

done_testing;
