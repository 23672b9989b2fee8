# Nothing that a worker sends, keeps or hands over holds a thread of httpd when
# its client has gone.

use v5.36;
use IO::Socket::INET;
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;
use Time::HiRes qw(time);
use Mehari::Test;
use Mehari::Test::Gateway qw(curl has_http2 script wait_until);

my $library = fixture('attack');
my $h       = server(
    mpm     => 'event',
    workers => 16,
    modules => [ 'status', ('http2') x !!has_http2() ],
    config  => <<~"CONF",
        @{[ has_http2() ? 'Protocols h2c http/1.1' : '' ]}
        ServerLimit 1
        PerlPool default workers=4 concurrency=4 queue=0 start-timeout=60
        PerlSwitches "-I$library"
        PerlModule My::Attack
        <Location "/hold">
        SetHandler modperl
        PerlResponseHandler My::Attack::Hold
        PerlUsePool default
        </Location>
        <Directory "\${DOCUMENT_ROOT}">
        Options +ExecCGI
        </Directory>
        <Files "*.pl">
        SetHandler perl-cgi
        PerlUsePool default
        </Files>
        <Location "/status">
        SetHandler server-status
        </Location>
        CONF
);
script($h, 'silent.pl', "sleep 30;\n");
script($h, 'child.pl',  <<~'PERL');
    $| = 1;
    print "Content-Type: text/plain\n\nbegun";
    exit if fork;
    sleep 30;
    PERL

# Threads that answer, beside the one that says so.
sub busy () {
    my ($count) = get($h, '/status?auto')->body =~ /^BusyWorkers: (\d+)/m;
    return $count - 1;
}

# Asks, and goes when a thread has it.
sub ask_and_go ($path, $reset) {
    my $socket = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1',
        PeerPort => $h->port
    );
    print {$socket} "GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ok wait_until(\&busy), "$path has a thread";
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0 if $reset;
    close $socket;
    return;
}

sub is_free ($limit, $name) {
    my $start = time;
    ok wait_until(sub { !busy() }, $limit), $name
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
