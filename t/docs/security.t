# The table of processes in docs/security.md: the user of each, the memory that
# it shares, and the descriptors that it holds. Only root can start such a
# server.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Process;

plan skip_all => 'only root can run pools as other users' if $> != 0;

my ($user) = two_users();
plan skip_all => 'there is no user to be' if !defined $user;
my $uid = getpwnam $user;

my $h = server(
    mpm    => 'event',
    config => <<~"CONF",
        PerlPool shop user=$user
        PerlSpeedLimit 1000/1
        <Location "/cgi">
            SetHandler perl-cgi
            Options +ExecCGI
            PerlUsePool shop
        </Location>
        <Location "/worker">
            SetHandler modperl
            PerlResponseHandler "sub { \$_[0]->print(\$\$); 0 }"
            PerlUsePool shop
        </Location>
        <Location "/inside">
            SetHandler modperl
            PerlResponseHandler "sub { \$_[0]->print(\$\$); 0 }"
        </Location>
        CONF
    start => 0,
);
my $head
    = "#!/usr/bin/perl\nprint qq(Content-Type: text/plain\\n\\n\$\$\\n);\n";
write_file($h->document_root . '/cgi/s.pl',
    "$head\$| = 1; sleep 600;\n", 0755);
$h->start;

# --- the processes ------------------------------------------------------------

my %pid = (parent => $h->pid);
$pid{inside} = get($h, '/inside')->body;
$pid{worker} = get($h, '/worker')->body;
my $client = client($h);
$client->send("GET /cgi/s.pl HTTP/1.1\r\nHost: localhost\r\n\r\n");
($pid{exact}) = $client->read_until(qr/^\d+\n/m) =~ /^(\d+)$/m;
$pid{manager} = pool_processes($h)->{shop};

# A run, its template where memory is put back, the zygote, the base.
my @above;
for (
    my $pid = parent_of($pid{exact});
    $pid > 1 && $pid != $pid{manager};
    $pid = parent_of($pid)
    )
{
    unshift @above, $pid;
}
@pid{qw(base zygote template)} = @above;
$pid{bearer} = parent_of($pid{worker});
is parent_of($pid{base}),    $pid{manager}, 'a base below the manager';
is parent_of($pid{bearer}),  $pid{manager}, 'a worker base below it';
is parent_of($pid{manager}), $pid{parent},  'httpd has started the manager';
my @of_pool = (
    qw(manager base zygote exact bearer worker),
    $pid{template} ? 'template' : ()
);

sub status ($name) { return read_file("/proc/$pid{$name}/status") }

sub links ($name) {
    return map { readlink($_) // () } glob "/proc/$pid{$name}/fd/*";
}

# Memory that is shared and written to, by the number that the kernel gave it.
sub shared ($name) {
    return map { (split)[4] => (split)[5] }
        grep   { (split)[1] =~ /w.s/ } split /\n/,
        read_file("/proc/$pid{$name}/maps");
}

# Sockets that listen.
sub ports ($name) {
    my %inode = map { /^socket:\[(\d+)\]/ ? ($1 => 1) : () } links($name);
    my @lines = map { split /\n/, read_file($_) } grep { -e } '/proc/net/tcp',
        '/proc/net/tcp6';
    return grep {
        my @field = split;
        ($field[3] // '') eq '0A' && $inode{ $field[9] // '' }
    } @lines;
}

# --- what they are ------------------------------------------------------------

subtest 'as whom' => sub {
    like status('parent'), qr/^Uid:\s+0\s/m, 'the parent is root';
    my ($httpd) = status('inside') =~ /^Uid:\s+(\d+)/m;
    isnt $httpd, 0, 'a child is not';
    for my $name (@of_pool) {
        like status($name), qr/^Uid:\s+$uid\s+$uid\s+$uid\s/m,
            "$name: the pool's user";
        like status($name), qr/^Cap$_:\s+0+$/m, "$name: no capability ($_)"
            for qw(Prm Eff);
    }
    like status('inside'), qr/^CapEff:\s+0+$/m,
        'a child of httpd has no capability';
};

subtest 'memory' => sub {
    my %httpd = (shared('parent'), shared('inside'));
    ok scalar keys %httpd, 'httpd has shared memory';
    for my $name (@of_pool) {
        my %of = shared($name);
        is_deeply [ grep { $httpd{$_} } keys %of ], [],
            "$name: none of httpd's";
    }
    my %manager = shared('manager');
    my %script  = shared('exact');
    my @other   = map { $script{$_} } grep { !$manager{$_} } keys %script;
    is_deeply [ grep { $_ ne '/memfd:mehari-expected' } @other ],
        [ ('/memfd:mehari-ledger') x !!$pid{template} ],
        'a script: none but its manager\'s figures, the ledger, and the list'
        . ' of a first run';
    is_deeply [ access_to_ledger('parent') ], [],
        'the parent does not map the ledger';
    is_deeply [ grep { $_ ne 'r--s' } access_to_ledger('inside') ], [],
        'a child of httpd can only read it';
    is_deeply [ grep { $_ ne 'r--s' } access_to_ledger('manager') ], [],
        'so can the manager';
};

sub access_to_ledger ($name) {
    return map { (split)[1] } grep { /mehari-ledger/ } split /\n/,
        read_file("/proc/$pid{$name}/maps");
}

subtest 'descriptors' => sub {
    for my $name (@of_pool) {
        is_deeply [ ports($name) ], [], "$name has no open port";
        is_deeply [ grep { m{^/(?!dev/null|memfd:|proc/|$)} } links($name) ],
            [], "$name has no open file";
    }
    is_deeply [ sort map { m{(\d+)$} } glob "/proc/$pid{exact}/fd/*" ],
        [ 0, 1, 2 ], 'a script: 0, 1 and 2';
    ok scalar(ports('inside')), 'a child of httpd: the ports';
};

subtest 'who may look' => sub {
    is + (stat "/proc/$pid{manager}/mem")[4], 0,
        "a manager's memory belongs to root";
    for my $name (qw(base zygote), grep { $pid{$_} } qw(template)) {
        is + (stat "/proc/$pid{$name}/mem")[4], 0, "so does that of a $name";
    }
    is + (stat "/proc/$pid{exact}/mem")[4], $pid{template} ? 0 : $uid,
        'a script: its user, but for a run of a template';
    my @names = sort map { /^(\w+)=/ } split /\0/,
        read_file("/proc/$pid{manager}/environ");
    is_deeply [ grep { !/\A(?:PATH|TZ)\z/ } @names ], [],
        'the environment of a manager';
};

subtest 'no socket has a name in the file system' => sub {
    my %inode = map { /^socket:\[(\d+)\]/ ? ($1 => 1) : () }
        map { links($_) } @of_pool, 'inside';
    my @named = grep { $inode{ (split)[6] // '' } && m{\s/\S+$} } split /\n/,
        read_file('/proc/net/unix');
    is_deeply \@named, [], 'no socket of a process has a name';
};

kill 'TERM', $pid{exact};
undef $client;
done_testing;
