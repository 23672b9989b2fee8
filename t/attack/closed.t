# A script tries to open all processes of its user. Each process that outlives a
# request is closed to it, waiting or busy. So is a run's memory to the
# processes that the run has started, because its template goes on with that
# memory.

use Mehari::Test;
use Config;
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use Mehari::Test::Gateway;
use POSIX ();

# Tries each way on the processes; prints a line for each that succeeds.
my $ATTACKER = <<~'PERL';
    use Config;
    my %number = $Config{archname} =~ /^x86_64/
        ? (ptrace => 101, readv => 310, writev => 311, kcmp => 312)
        : (ptrace => 117, readv => 270, writev => 271, kcmp => 272);
    $| = 1;
    print "Content-Type: text/plain\n\n";

    sub opens { my ($mode, $file) = @_; return open my $in, $mode, $file }

    my $word  = 'x' x 8;
    my $here  = pack 'PQ', $word, 8;

    # True unless the kernel refuses access (1, 13) or knows no such process (3).
    # "No memory at that address" means that access was allowed.
    sub calls { my $result = syscall($_[0], @_[1 .. $#_]);
        return $result >= 0 || ($! != 1 && $! != 13 && $! != 3) }

    # Address 4096 is never mapped: calls with it only show whether access is
    # allowed.
    my %way = (
        mem        => sub { opens('+<', "/proc/$_[0]/mem") },
        reads      => sub { opens('<', "/proc/$_[0]/mem") },
        pagemap    => sub { opens('<', "/proc/$_[0]/pagemap") },
        environ    => sub { opens('<', "/proc/$_[0]/environ") },
        auxv       => sub { opens('<', "/proc/$_[0]/auxv") },
        maps       => sub { opens('<', "/proc/$_[0]/maps") },
        smaps      => sub { opens('<', "/proc/$_[0]/smaps") },
        clear_refs => sub { opens('>', "/proc/$_[0]/clear_refs") },
        oom        => sub { opens('>', "/proc/$_[0]/oom_score_adj") },
        fds        => sub { opendir my $all, "/proc/$_[0]/fd" },
        fd         => sub { grep { readlink "/proc/$_[0]/fd/$_" } 0 .. 220 },
        exe        => sub { readlink "/proc/$_[0]/exe" },
        readv      => sub { my $there = pack 'QQ', 4096, 8;
            calls($number{readv}, $_[0], $here, 1, $there, 1, 0) },
        writev     => sub { my $there = pack 'QQ', 4096, 8;
            calls($number{writev}, $_[0], $here, 1, $there, 1, 0) },
        seize      => sub { calls($number{ptrace}, 0x4206, $_[0], 0, 0) },
        attach     => sub { calls($number{ptrace}, 16, $_[0], 0, 0) },
        kcmp       => sub { calls($number{kcmp}, $$, $_[0], 1, 0, 0) },
        getfd      => sub {
            my $fd = syscall 434, $_[0], 0;
            return $fd < 0 ? 0 : calls(438, $fd, 0, 0) },
    );

    my ($pids) = $ENV{QUERY_STRING} =~ /pids=([\d,]+)/;
    my @pids = $pids ? split /,/, $pids : map { /(\d+)/ } glob '/proc/[0-9]*';
    my $own  = getppid;    # its template: the same memory
    if ($ENV{QUERY_STRING} =~ /child/) {
        @pids = ($$, $own);
        $own  = 0;
        my $child = fork // die;
        if ($child) { waitpid $child, 0; exit }
    }
    for my $pid (@pids) {
        next if $pid == $$ || $pid == $own;
        for my $way (sort keys %way) {
            print "$pid $way\n" if $way{$way}->($pid);
        }
    }
    PERL

my $VICTIM = <<~'PERL';
    our $kept; BEGIN { $kept = 'x' x 20_000 }
    $| = 1;
    print "Content-Type: text/plain\n\nbegun $$\n";
    sleep $ENV{QUERY_STRING} if $ENV{QUERY_STRING};
    print length $kept, "\n";
    PERL

# A run's own child may be opened: it has a copy of the memory.
my $OWN = <<~'PERL';
    $| = 1;
    print "Content-Type: text/plain\n\n";
    my $name = "/proc/$$/environ";
    my ($user) = (stat $name)[4];
    print $user == $> ? 'own' : "of $user", "\n";
    print -r $name ? 'readable' : 'unreadable', "\n";
    print open(my $in, '<', $name) ? 'opened' : "not opened: $!", "\n";
    print open($in, '+<', '/proc/self/mem') ? 'opened' : "not opened: $!", "\n";
    open my $self, '<', $0 or die;
    print open($in, '<', '/dev/fd/' . fileno $self) ? 'opened' : $!, "\n";
    print readlink('/proc/self/fd/1') ? 'a link' : "no link: $!", "\n";
    print join(' ', grep { $_ < 3 } map { m{(\d+)$} } glob '/proc/self/fd/*'),
        "\n";
    my $pid = fork // die;
    if (!$pid) {
        print open($in, '<', '/proc/self/environ') ? 'opened' : $!, "\n";
        exit;
    }
    waitpid $pid, 0;
    print `cat /proc/self/environ` ? 'read' : "not read", "\n";
    PERL
my $OPEN
    = "own\nreadable\nopened\nopened\nopened\na link\n0 1 2\nopened\nread\n";

# Ends by a signal, in a folder where a core file could be written.
my $ENDS = <<~'PERL';
    print "Content-Type: text/plain\n\n";
    chdir $ENV{QUERY_STRING};
    my ($signal) = $ENV{PATH_INFO} =~ /(\w+)/;
    kill $signal, $$ if $signal ne 'FAULT';
    unpack 'p', pack 'J', 8;
    PERL

my ($user) = $> == 0 ? two_users() : ();

# A program that its user may not read is closed before its first instruction.
# (The program in a checkout can be read, by its builder.)
subtest 'a base that begins' => sub {
    plan skip_all => 'not run as root' if $> != 0;
    my $folder = tempdir(CLEANUP => 1);
    chmod 0755, $folder;
    for my $mode (0711, 0755) {
        my $program = sprintf '%s/program-%o', $folder, $mode;
        copy('/bin/true', $program);
        chmod $mode, $program;
        my $owner = owner_at_start($program, (getpwnam $user)[2]);
        my $name  = sprintf '%o', $mode;
        $mode == 0711
            ? is $owner, 0, "$name: its memory is root's"
            : isnt $owner, 0, "$name: its memory is its user's";
    }
    like read_file(source_root() . '/meson.build'),
        qr/'mehari-pool',.*?install_mode: 'rwx--x--x'/s,
        'so is mehari-pool installed';
};

for my $restore (qw(uffd soft-dirty compare fork)) {
    my $h = gateway_server(perl_pool => ($user ? "user=$user " : '')
            . "restore=$restore rlimit=CORE=100M");
    script($h, 'attacker.pl', $ATTACKER);
    script($h, 'victim.pl',   $VICTIM);
    script($h, 'own.pl',      $OWN);
    script($h, 'ends.pl',     $ENDS);
    subtest "restore=$restore" => sub {
        get($h, "/$_") for ('victim.pl', 'own.pl') x 3;
        my $manager = pool_processes($h)->{default};
        my @waiting = ($manager, children_of($manager));
        cmp_ok scalar @waiting, '>', 3, 'processes wait';
        is opened($h, 'attacker.pl?', @waiting), '', 'none can be opened';

        my $client = client($h);
        $client->send("GET /victim.pl?3 HTTP/1.0\r\n\r\n");
        my ($sleeper) = $client->read_until(qr/begun \d+\n/) =~ /begun (\d+)/;
        my @busy = ($manager, children_of($manager));
        @busy = grep { $_ != $sleeper } @busy if $restore eq 'fork';
        is opened($h, 'attacker.pl?', @busy), '', 'nor while one is busy';
        ok $client->read_until(qr/^20000$/m), 'the script comes to its end';

        if ($restore ne 'fork') {
            is get($h, '/attacker.pl?child')->body, '',
                'a child opens neither run nor template';
        }
        is get($h, '/own.pl')->body, $OPEN, "a run's own files are its own's";
        is get($h, '/own.pl')->body, $OPEN, 'again';
        leaves_core($h, $_) for qw(FAULT SEGV ABRT QUIT);
        is opened($h, 'attacker.pl?',
            $manager, grep { -d "/proc/$_" } children_of($manager)),
            '', 'none stays open';
    };
    $h->stop;
}

done_testing;

# The owner of the process's /proc files, at the program's first instruction.
sub owner_at_start ($program, $uid) {
    my $ptrace = $Config{archname} =~ /^x86_64/ ? 101 : 117;
    my $pid    = fork // die "fork: $!.\n";
    if (!$pid) {
        POSIX::setuid($uid);
        syscall $ptrace, 0, 0, 0, 0;    # PTRACE_TRACEME: exec stops
        exec $program;
    }
    waitpid $pid, 0;
    my $owner = (stat "/proc/$pid/mem")[4];
    kill KILL => $pid;
    waitpid $pid, 0;
    return $owner;
}

# A script that ends by the signal leaves a core file, if this kernel writes core
# files into the working directory.
sub leaves_core ($h, $signal) {
    my $place = $h->document_root . "/core-$signal";
    mkdir $place;
    chmod 0777, $place;
    get($h, "/ends.pl/$signal?$place");
SKIP: {
        my $pattern = read_file('/proc/sys/kernel/core_pattern');
        skip 'core files go elsewhere', 1 if $pattern =~ m{[|/%]};
        ok wait_until(sub { glob "$place/core*" }), "$signal: a core file";
    }
    return;
}

# Files of other processes that the attacker could open. A template that begins
# meanwhile opens its memory for a moment (docs/security.md): only files that
# stay open count.
sub opened ($h, $path, @pids) {
    my $open;
    wait_until(
        sub {
            $open = get($h, "/${path}pids=" . join ',', @pids)->body;
            return $open eq '';
        },
        3
    );
    return $open;
}
