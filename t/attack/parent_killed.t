# httpd's parent is killed, crashes or is told to end while requests run: its children
# end with it, and the pools some seconds later. A kill breaks off the responses
# that are on their way, and httpd can be started again at once, on the same
# port. A parent that was stopped for a time goes on.

use Mehari::Test;
use Errno qw(ECONNRESET);
use IO::Socket::INET;
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of pool_processes script wait_until);
use Mehari::Test::Process;

# Handlers that ignore TERM.
sub keep_busy ($r) {
    $r->print("hello\n") && return 0 if !length $r->args;
    $SIG{$_} = 'IGNORE' for qw(TERM HUP INT);
    $r->print("begun\n" x 2000);
    $r->rflush;
    sleep 1 while 1;
}

my $SCRIPT = <<~'PERL';
    print "Content-Type: text/plain\n\n";
    if (!length $ENV{QUERY_STRING}) { print "hello\n"; exit }
    $SIG{$_} = 'IGNORE' for qw(TERM HUP INT);
    $| = 1;
    print "begun\n" x 2000;
    sleep 1 while 1;
    PERL

sub start ($mpm) {
    my $h = attack_server(
        mpm       => $mpm,
        workers   => 8,
        perl_pool => 'workers=3',
        forks     => 1,
        handlers  => {
            '/worker' => \&keep_busy,
            '/inside' =>
                [ \&keep_busy, 'SetHandler perl-script', 'PerlUsePool none' ],
        },
    );
    script($h, 'script.pl', $SCRIPT);
    return $h;
}

my @PATHS = qw(/script.pl /forked/script.pl /worker /inside);

sub is_served ($h, $name) {
    for my $path (@PATHS) {
        is get($h, $path, timeout => 30)->body, "hello\n",
            "$name: $path is served";
    }
    return;
}

# A client without chunked encoding: for it, the end of the connection is the
# end of the response.
sub ask ($h, $path) {
    my $client = IO::Socket::INET->new(
        PeerAddr => '127.0.0.1',
        PeerPort => $h->port,
        Timeout  => 30,
    ) or die "connect: $!";
    print {$client} "GET $path?busy HTTP/1.0\r\n\r\n";
    my $head = '';
    while ($head !~ /begun/) {
        sysread $client, $head, 16, length $head or last;
    }
    like $head, qr/begun/, "$path: the response has begun";
    return $client;
}

sub is_broken_off ($client, $path) {
    local $SIG{ALRM} = sub { die "no end after 30 s\n" };
    alarm 30;
    1 while sysread $client, my $part, 65536;
    is $! + 0, ECONNRESET, "$path: its client sees that it was broken off";
    alarm 0;
    return;
}

sub is_manager ($pid) {
    return command_of($pid) =~ /\Amehari-pool/;
}

for my $mpm (qw(event prefork)) {
    my $h    = start($mpm);
    my $port = $h->port;
    for my $signal (qw(KILL SEGV TERM)) {
        subtest "$mpm: $signal" => sub {
            is_served($h, 'before');
            my %client = map { $_ => ask($h, $_) } @PATHS;
            my @known
                = grep { !/^@{[ $h->pid ]} / } known(children_of($h->pid));
            cmp_ok scalar @known, '>', 8, 'there are many processes';
            my @children = known(grep { !is_manager($_) } $h->children);
            my $mark     = $h->error_log_mark;
            kill $signal => $h->pid;
            if ($signal ne 'TERM') {
                is_broken_off($client{$_}, $_) for @PATHS;
            }
            ok wait_until(sub { !$h->is_running }, 30), 'httpd has ended';
            ok wait_until(sub { !left(\@children) }, 5),
                'its children have ended'
                or diag join ' ', left(\@children);
            $h->start;
            is $h->port, $port, 'httpd is started again on its port';
            is_served($h, 'after');
            ok wait_until(sub { !left(\@known) }, 15), 'nobody is left'
                or diag map { `ps -o pid,ppid,args -p $_` }
                map { /^(\d+)/ } left(\@known);
            log_like($h, $mark, qr/httpd's parent has ended.*\[MH1011\]/)
                if $signal ne 'TERM';
        };
    }
    subtest "$mpm: STOP and CONT" => sub {
        my @known = known(children_of($h->pid));
        kill STOP => $h->pid;
        is_served($h, 'while it is stopped');
        my $manager = pool_processes($h)->{default};
        kill KILL => $manager;
        is get($h, '/inside')->body, "hello\n", 'Perl in httpd serves';
        kill CONT => $h->pid;
        ok wait_until(
            sub { (pool_processes($h)->{default} // $manager) != $manager }),
            'the next manager is started';
        is_served($h, 'after it');
    };
    $h->stop;
}

done_testing;
