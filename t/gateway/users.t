# Two virtual hosts with two pools under two users: neither can read the other's
# files. Only root can start such a server.

use Mehari::Test;
use Mehari::Test::Gateway;

plan skip_all => 'only root can run pools as other users' if $> != 0;

my ($one, $two) = two_users();
plan skip_all => 'there are no two users to be' if !defined $two;

my ($group1, $group2) = map { (getpwnam $_)[3] } $one, $two;
my $h = gateway_server(
    perl_pool => "user=$one umask=077 group=#$group1,#1,#2 env=SECRET=of-one",
    config    => <<~"CONF");
        PerlPool two user=$two no-new-privileges=on group=#$group2,none
        <VirtualHost *:*>
        ServerName one.test
        </VirtualHost>
        <VirtualHost *:*>
        ServerName two.test
        PerlUsePool two
        </VirtualHost>
        CONF
my $tmp = $h->root . '/tmp';

sub ask ($host, $query) {
    return get($h, "/do.pl?$query", headers => { Host => "$host.test" })
        ->body;
}

# Runs the query as Perl code; %XX is decoded.
script($h, 'do.pl', <<~'PERL');
    my $code = $ENV{QUERY_STRING} =~ s/%(..)/chr hex $1/ger;
    print "Content-Type: text/plain\n\n";
    my $result = eval $code;
    print defined $result ? $result : "undef: $! $@";
    PERL

sub perl ($host, $code) {
    return ask($host, $code =~ s/([^\w])/sprintf '%%%02x', ord $1/ger);
}

subtest 'who they are' => sub {
    my ($uid1, $gid1) = (getpwnam $one)[ 2, 3 ];
    my ($uid2, $gid2) = (getpwnam $two)[ 2, 3 ];
    is perl('one', '"$< $> ". ($( + 0)'), "$uid1 $uid1 $gid1", $one;
    is perl('two', '"$< $> ". ($( + 0)'), "$uid2 $uid2 $gid2", $two;
    is perl('two', '$)'), "$gid2",     "a group and none leaves that group";
    is perl('one', '$)'), "$gid1 1 2", 'group=GROUP,#1,#2 adds these groups';
    is perl('one', 'sprintf "%03o", umask'), '077',
        'umask=077 is the umask of a script';
    is perl('two', 'sprintf "%03o", umask'), sprintf('%03o', umask),
        "httpd's umask is the default of a script";
    my $status = 'open my $in, "<", "/proc/self/status"; join "", <$in>';
    like perl('one', $status), qr/^NoNewPrivs:\s+0$/m,
        'a pool without the option has no NoNewPrivs';
    like perl('two', $status), qr/^NoNewPrivs:\s+1$/m,
        'no-new-privileges sets NoNewPrivs';
    like perl('one', $status), qr/^CapPrm:\s+0+$/m,
        'a script of a pool has no capability';
    is perl('one', '$< = $> = 0; "$< $>"'), "$uid1 $uid1",
        'nobody becomes root again';
};

subtest 'what they inherit' => sub {
    for my $host (qw(one two)) {
        is perl(
            $host,
            'join " ", sort grep { readlink "/proc/self/fd/$_" }'
                . ' map { s{.*/}{}r } glob "/proc/self/fd/*"'
            ),
            '0 1 2', "a script of $host inherits three descriptors";
    }
    my %manager = %{ pool_processes($h) };
    for my $pid (values %manager) {
        my @files = map { readlink($_) // () } glob "/proc/$pid/fd/*";
        is_deeply [ grep { m{^/(?!dev/null|memfd:|proc/$pid/mountinfo)} }
                @files ],
            [],
            'a manager has no file of httpd open';
        my $maps = read_file("/proc/$pid/maps");
        unlike $maps, qr/mod_\w+\.so|apache2|scoreboard/,
            'a manager maps nothing of httpd';
        my %httpd = map { $_ => 1 } nameless($h->pid);
        is_deeply [ grep { $httpd{$_} } nameless($pid) ], [],
            'a process of a pool shares no memory with httpd';
        my @sockets = listening($pid);
        is_deeply \@sockets, [], 'a manager listens nowhere';
    }
};

# The sockets of a process at which the kernel listens.
# The inodes of memory that processes share and no file system knows.
sub nameless ($pid) {
    return map { (split ' ')[4] } grep { /\(deleted\)$/ } split /\n/,
        read_file("/proc/$pid/maps");
}

sub listening ($pid) {
    my %inode = map { /^socket:\[(\d+)\]/ ? ($1 => 1) : () }
        map { readlink($_) // '' } glob "/proc/$pid/fd/*";
    my @lines = map { split /\n/, read_file($_) } '/proc/net/tcp',
        '/proc/net/tcp6';
    return grep {
        my @field = split;
        ($field[3] // '') eq '0A'
            && $inode{ $field[9] // '' }
    } @lines;
}

subtest 'files' => sub {
    like perl('one', "open my \$o, '>', '$tmp/secret' or die; print \$o 1"),
        qr/1/, 'one writes';
    like perl('two', "open my \$i, '<', '$tmp/secret' or die"),
        qr/\Aundef: Permission denied/, 'two cannot read';
};

subtest 'processes' => sub {
    my %manager = %{ pool_processes($h) };
    my $client  = client($h);
    $client->send("GET /sleep.pl?30,1 HTTP/1.1\r\nHost: one.test\r\n\r\n");
    my ($script) = $client->read_until(qr/begin \d+\n/) =~ /begin (\d+)/;
    for my $pid ($manager{default}, $script) {
        for my $file (qw(environ mem maps fd/0 fd/1 cwd)) {
            like perl('two', "open my \$i, '+<', '/proc/$pid/$file' or die"),
                qr/\Aundef: (?:Permission denied|No such)/, "$file";
        }
        like perl('two', "kill(9, $pid) or die"),
            qr/\Aundef: Operation not permitted/, 'no signal';
        like perl('two', "syscall(101, 16, $pid, 0, 0) == 0 or die"),
            qr/\Aundef: Operation not permitted/, 'no ptrace';
    }
    ok kill(0, $script),           'the attacked script has survived';
    ok kill(0, $manager{default}), 'the attacked manager has survived';
};

# Sockets have no names but those that the kernel chose.
subtest 'sockets' => sub {
    my @names = map { /\@(\S+)\s*\z/ ? $1 : () }
        split /\n/, read_file('/proc/net/unix');
    for my $name (@names) {
        perl('two', <<~"PERL");
            use Socket;
            socket my \$s, AF_UNIX, SOCK_DGRAM, 0 or die;
            send \$s, "x" x 100, 0, pack "S a*", AF_UNIX, "\\0$name";
            1;
            PERL
    }
    is perl('one', '"alive"'), 'alive', 'noise on them harms nobody';
};

done_testing;
