# A file system that hangs holds the manager that looks at a script there. It is
# killed by its heartbeat, and cannot end; another takes its place, and scripts
# elsewhere are served. The file system is a program, this test's own (FUSE).

use v5.36;
use Fcntl qw(O_RDWR);
use File::Temp;
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server pool_processes script wait_until);

# Of linux/fuse.h.
use constant {
    FUSE_LOOKUP       => 1,
    FUSE_FORGET       => 2,
    FUSE_GETATTR      => 3,
    FUSE_OPEN         => 14,
    FUSE_READ         => 15,
    FUSE_RELEASE      => 18,
    FUSE_FLUSH        => 25,
    FUSE_INIT         => 26,
    FUSE_OPENDIR      => 27,
    FUSE_RELEASEDIR   => 29,
    FUSE_ACCESS       => 34,
    FUSE_INTERRUPT    => 36,
    FUSE_BATCH_FORGET => 42,
};
my $TEXT
    = qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\nthere\\n";\n);

plan skip_all => 'only root can mount a file system' if $>;
my $place = File::Temp->newdir;
chmod 0755, $place;
my $server = mounted();
plan skip_all => 'there is no FUSE here' if !$server;

END {
    local $? = $?;
    kill KILL => $server
        if $server && waitpid($server, POSIX::WNOHANG()) == 0;
    system 'umount', '-l', $place if $server;
}

sub mounted () {
    local $^F = 100;    # mount(8) has the descriptor
    sysopen my $file, '/dev/fuse', O_RDWR or return;
    my $options
        = 'rootmode=40000,user_id=0,group_id=0,allow_other,fd='
        . fileno $file;
    system(qw(mount -i -t fuse -o), $options, 'mehari-test', $place) == 0
        or return;
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    serve($file);
    POSIX::_exit(0);
}

sub attributes ($node) {
    my $size = $node == 1 ? 0      : length $TEXT;
    my $mode = $node == 1 ? 040755 : 0100755;
    return pack 'Q6 L10', $node, $size, 1, (1) x 3, (0) x 3, $mode, 1,
        (0) x 3, 4096, 0;
}

# The answer to a request, or an errno.
sub answer ($what, $node, $rest) {
    return pack('L4 S2 L2 S2 L8', 7, 31, 65536, 0, 12, 9, 65536, 1, (0) x 10)
        if $what == FUSE_INIT;
    return pack('Q L2', 0, 0, 0) . attributes($node) if $what == FUSE_GETATTR;
    return pack('Q L2', 1, 0, 0)
        if $what == FUSE_OPEN || $what == FUSE_OPENDIR;
    return ''
        if grep { $what == $_ } FUSE_RELEASE, FUSE_RELEASEDIR, FUSE_FLUSH,
        FUSE_ACCESS;
    if ($what == FUSE_READ) {
        my (undef, $from, $size) = unpack 'Q Q L', $rest;
        return substr $TEXT, $from, $size;
    }
    return \POSIX::ENOSYS() if $what != FUSE_LOOKUP;
    return \POSIX::ENOENT() if $rest ne "there.pl\0";
    return pack('Q4 L2', 2, 0, 0, 0, 0, 0) . attributes(2);
}

# After USR1 requests are read, and nothing is said.
sub serve ($file) {
    my $silent = 0;
    local $SIG{USR1} = sub { $silent = 1 };
    while (1) {
        my $size = sysread $file, my $request, 1 << 17;
        next   if !defined $size && $!{EINTR};
        return if !$size;
        my ($length, $what, $id, $node) = unpack 'L2 Q2', $request;
        next
            if $silent || grep { $what == $_ } FUSE_FORGET, FUSE_BATCH_FORGET,
            FUSE_INTERRUPT;
        my $said  = answer($what, $node, substr $request, 40);
        my $error = ref $said ? -$$said : 0;
        $said = '' if ref $said;
        syswrite $file, pack('L l Q', 16 + length $said, $error, $id) . $said;
    }
    return;
}

my $h = gateway_server(
    modules => ['alias'],
    config  => <<~"CONF",
        Alias /held $place
        <Directory $place>
            Options +ExecCGI
            SetHandler perl-cgi
            Require all granted
        </Directory>
        CONF
);
script($h, 'here.pl', 'print "Content-Type: text/plain\n\nhere\n";');
is get($h, '/here.pl')->body, "here\n", 'a script is served';
is get($h, '/held/there.pl')->body, "there\n",
    'so is one of a file system that answers'
    for 1 .. 2;
my $manager = pool_processes($h)->{default};
my $mark    = $h->error_log_mark;

kill USR1 => $server;
my $waiting = client($h, timeout => 60);
$waiting->send("GET /held/there.pl HTTP/1.1\r\nHost: localhost\r\n\r\n");
ok wait_until(sub { $h->error_log_since($mark) =~ /MH3040/ }, 40),
    'a manager that a file system holds is replaced';
log_like($h, $mark, qr/was killed, but a file system holds it/);
like read_file("/proc/$manager/status"), qr/^State:\tD/m,
    'it waits in the kernel';

for (1 .. 3) {
    my $begun = time;
    is get($h, '/here.pl', timeout => 20)->body, "here\n",
        'a script elsewhere is served';
    cmp_ok time - $begun, '<', 10, 'it is served soon';
}

kill KILL => $server;
waitpid $server, 0;
ok wait_until(sub { !-e "/proc/$manager" }),
    'the manager ends when the file system does';
is get($h, '/here.pl')->body, "here\n", 'a script is served in the end';
$h->stop;

done_testing;
