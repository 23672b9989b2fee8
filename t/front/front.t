# examples/front: a light front end, and nodes that come and go behind it.

use Mehari::Test;
use File::Temp  qw(tempdir);
use POSIX       ();
use Socket      qw(SOL_SOCKET SO_ACCEPTCONN);
use Time::HiRes qw(sleep time);

my $conf = source_root() . '/examples/front';
my $dir  = tempdir(CLEANUP => 1);
chmod 01777, $dir;

my $plain   = 'print "Content-Type: text/plain\n\n";';
my %scripts = (
    'who.pl'   => qq($plain print "\$ENV{NODE}\\n"),
    'slow.pl'  => qq(select undef, undef, undef, 0.1; $plain print "slow\\n"),
    'facts.pl' => qq($plain print join ' ', \@ENV{qw(REMOTE_ADDR HTTP_HOST)},)
        . q($ENV{REQUEST_URI}),
    'kept.pl'  => qq(print "Cache-Control: max-age=60\\n"; $plain print \$\$),
    'large.pl' => qq($plain print "a word\\n" x 5000),
    'post.pl'  => qq(open my \$log, '>>', "$dir/posts";)
        . qq(syswrite \$log, "\$ENV{NODE}\\n"; sleep 30; $plain print "done"),
);
$_ = "#!/usr/bin/perl\n$_;\n" for values %scripts;

my %nodes;

sub node ($name, %option) {
    my $node = server(
        mpm     => 'event',
        workers => 16,
        modules => [qw(remoteip alias)],
        config  => <<~"CONF",
            Include "$conf/node.conf"
            SetEnv NODE $name
            <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
                AddHandler perl-cgi .pl
            </Directory>
            CONF
        %option,
    );
    write_file($node->document_root . "/$_", $scripts{$_}, 0755)
        for keys %scripts;
    return $node;
}

sub write_nodes () {
    write_file(
        "$dir/nodes.conf",
        join '',
        map {
            qq(BalancerMember "http://127.0.0.1:$_" hctemplate=node ttl=30\n)
            }
            map { $nodes{$_}->port } sort keys %nodes
    );
    return;
}

$nodes{$_} = node($_) for qw(one two);
write_nodes();
mkdir "$dir/cache" or die "$dir/cache: $!";
chmod 01777, "$dir/cache";
my $front = server(
    module  => undef,
    mpm     => 'event',
    workers => 8,
    modules => [
        qw(slotmem_shm proxy proxy_http proxy_balancer lbmethod_byrequests
            proxy_hcheck rewrite filter deflate brotli cache cache_disk)
    ],
    files  => { 'static/page.txt' => 'from the front' },
    config => <<~"CONF",
        Define FRONT "$dir"
        Define CACHE "$dir/cache"
        CacheLockPath "$dir/cache/lock"
        Include "$conf/front.conf"
        CONF
);

# The words of a page with status 200.
sub answers ($path) {
    my $response = get($front, $path);
    return $response->status == 200
        ? $response->body =~ s/\s+\z//r
        : 'status ' . $response->status;
}

# --- pages from outside
# ---------------------------------------------------------

is answers('/static/page.txt'), 'from the front', 'a file needs no node';
is answers('/facts.pl?a=%2F&b'),
    "127.0.0.1 localhost:${\$front->port} /facts.pl?a=%2F&b",
    'a node sees the client, the host and the URL as they are';
for my $case ([ 'gzip, deflate' => 'gzip' ], [ 'gzip, br' => 'br' ]) {
    my ($accepted, $encoding) = @$case;
    my $packed = get($front, '/large.pl',
        headers => [ 'Accept-Encoding' => $accepted ]);
    is $packed->header('Content-Encoding'), $encoding,
        "the response is packed with $encoding";
    cmp_ok length($packed->body), '<', 2000, 'the packed response is smaller';
}
my $kept = answers('/kept.pl');
like $kept, qr/\A\d+\z/, 'a page that may be kept';
is answers('/kept.pl'), $kept,
    'a page that the cache keeps is asked for once';
is get($front, '/.again')->status, 404, 'the way back is not for clients';

sub count_nodes ($times) {
    my %seen;
    $seen{ answers('/who.pl') }++ for 1 .. $times;
    return \%seen;
}
is_deeply [ sort keys count_nodes(20)->%* ], [qw(one two)],
    'both nodes answer';

# --- a node dies under load ---------------------------------------------------

# A client that asks again and again, and stops twenty requests after
# $dir/killed exists.
sub load ($kept, $result) {
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    my %count;
    my $more   = 20;
    my $client = client($front);
    while ($more) {
        $count{ $client->ask('/slow.pl')->status // 'none' }++;
        $client->close if !$kept;
        write_file("$result.begun", '');
        $more-- if -e "$dir/killed";
    }
    write_file($result, join ' ', map { "$_=$count{$_}" } sort keys %count);
    POSIX::_exit(0);
}

# Closes the process's ports to new connections, even if others have the sockets
# open: pidfd_open(2), pidfd_getfd(2), shutdown(2).
sub close_ports ($pid) {
    my $process = syscall 434, $pid + 0, 0;
    for my $link (glob "/proc/$pid/fd/*") {
        next if (readlink $link // '') !~ /\Asocket:/;
        my $number = syscall 438, $process, $link =~ s{.*/}{}r + 0, 0;
        open my $socket, '+<&=', $number or die "pidfd_getfd: $!.\n";
        shutdown $socket, 2
            if unpack 'i', getsockopt $socket, SOL_SOCKET, SO_ACCEPTCONN;
    }
    POSIX::close($process);
    return;
}

# Acts as if the machine of the node died. A request that meets the end of the
# node can only go to the other node, and no answer may show the end.
sub kill_node ($node) {
    my @family = $node->family;
    kill STOP => @family;
    close_ports($node->pid);
    kill KILL => @family;
    return;
}

my @load = map { load($_ % 2, "$dir/load$_") } 1 .. 4;
my $end  = time + 30;
sleep 0.05 while time < $end && grep { !-e "$dir/load$_.begun" } 1 .. 4;
kill_node($nodes{one});
write_file("$dir/killed", '');
waitpid $_, 0 for @load;
for my $n (1 .. 4) {
    like read_file("$dir/load$n"), qr/\A200=\d+\z/,
        "client $n has not seen that a node was killed";
}
is_deeply [ keys count_nodes(6)->%* ], ['two'], 'the other node has it all';

# --- the node returns, and one more comes
# ---------------------------------------

sub seen_within ($seconds, @wanted) {
    my $end = time + $seconds;
    my %seen;
    until (time > $end || @wanted == grep { $seen{$_} } @wanted) {
        $seen{ answers('/who.pl') } = 1;
        sleep 0.05;
    }
    return [ sort keys %seen ];
}

$nodes{one}->stop;
$nodes{one} = node('one', port => $nodes{one}->port);
is_deeply seen_within(20, qw(one two)), [qw(one two)],
    'a node that is back gets requests again';

$nodes{three} = node('three');
write_nodes();
$front->graceful;
is_deeply seen_within(20, qw(one two three)), [qw(one three two)],
    'one line adds a node to the front end';

# --- a request that may have had an effect is not repeated
# -----------------------

my $client = client($front);
$client->send(
    Mehari::Test::Client::message(
        '/post.pl', $front->port,
        method => 'POST',
        body   => 'a=1'
    )
);
my $until = time + 20;
sleep 0.05 until -s "$dir/posts" || time > $until;
my $at = read_file("$dir/posts") =~ s/\s+\z//r;
kill_node($nodes{$at});
is $client->read_response('POST')->status, 502,
    'a POST that dies with its node is answered as such';
is read_file("$dir/posts"), "$at\n", 'a POST was run once';

done_testing;
