package Mehari::Test::Peers;

# Every peer of a manager sends it messages that are valid, half valid, or no
# messages at all: httpd's children through the dispatch and through connections,
# bases, zygotes, children, templates, the base of workers, workers, and scripts
# through reports. Meanwhile files change, and shared memory is overwritten. The
# manager has to go on, with no more descriptors and memory than before. Scripts
# that are not attacked have to be answered rightly, and a peer that talks nonsense
# has to be ended.
#
# With MEHARI_FUZZ=SECONDS a run takes so long, and begins with the number
# MEHARI_FUZZ_SEED, or with a new one if that is not set; `make fuzz` does that.
# Without it, each run begins with the same number, but the messages depend on the
# processes that exist.

use Mehari::Perl;
use Exporter qw(import);
use Test::More;
use List::Util  qw(max min);
use POSIX       ();
use Time::HiRes qw(sleep time);

use Mehari::Test;
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(memory_of pool_processes script wait_until);
use Mehari::Test::Pool;

our @EXPORT = qw(test_peers);

my $PATIENCE = 60;                  # seconds, for any answer at all
my $SERVED   = 20;                  # for a script that nobody attacks
my $GROWTH   = 24 * 1024;           # kB of the manager
my $FILES    = 16;                  # descriptors, more or less
my $LOG      = 64 * 1024 * 1024;    # bytes, then it begins anew
my $BURST    = 5;                   # questions, one right after the other
my @VICTIMS  = qw(plain slow modules fails executed chatty);

my $ECHO = 'print "Content-Type: text/plain\n\n$ENV{QUERY_STRING}\n";';
my %TEXT = (
    plain    => $ECHO,
    slow     => "select undef, undef, undef, 0.3;\n$ECHO",
    modules  => "use lib 'lib';\nuse My::Victim;\nrequire POSIX;\n$ECHO",
    fails    => 'BEGIN { die "no" if time % 2 }' . "\n$ECHO",
    executed => "exec '/bin/echo', \"Content-Type: text/plain\\n\\nx\";",
    chatty   => "warn 'x' x 100 for 1 .. 50;\n$ECHO" . 'print "x" x 1e5;',
);
my $HANDLER = <<~'PERL';
    package My::Echo;
    use Apache2::RequestRec ();
    use Apache2::RequestIO  ();
    sub handler {
        my ($r) = @_;
        $r->print(($r->args // '') . "\n");
        return 0;
    }
    1;
    PERL

my ($h, $peers, $seconds, $seed, $may_fail, $quiet);

# $keys are those of the pool. may_fail: an answer may be an error, but is never
# wrong; quiet: no file changes.
sub test_peers ($keys, %option) {
    $peers = Mehari::Test::Pool::build_folder() . '/t/attack/peers';
    needs($peers);
    $seconds  = $ENV{MEHARI_FUZZ} || $option{seconds};
    $seed     = int($ENV{MEHARI_FUZZ_SEED} // ($ENV{MEHARI_FUZZ} ? time : 1));
    $may_fail = $option{may_fail};
    $quiet    = $option{quiet};
    start($keys);
    test_all();
    done_testing;
    return;
}

sub start ($keys) {
    $h = attack_server(
        workers   => 24,
        perl_pool => 'workers=3 concurrency=40 queue=200 processes=20'
            . " request-timeout=5s start-timeout=5s $keys",
        handlers => { '/worker' => 'My::Echo' },
        config   => <<~'CONF',
            PerlRequire ${DOCUMENT_ROOT}/handler.pl
            <Location "/figures">
                SetHandler mehari-status
            </Location>
            CONF
        start => 0,
    );
    mkdir $h->document_root . "/$_" for 'bent', 'bent/lib', 'bent/lib/My';
    script($h, 'oracle.pl', $ECHO);
    write_file($h->document_root . '/handler.pl', $HANDLER);
    put($_) for @VICTIMS;
    $h->start;
    return;
}

sub path ($name) { return $h->document_root . "/bent/$name.pl" }

sub put ($name) {
    my $module = $h->document_root . '/bent/lib/My/Victim.pm';
    write_file($module, "package My::Victim;\n1;\n") if $name eq 'modules';
    script($h, "bent/$name.pl", $TEXT{$name});
    return;
}

# --- who does what at the same time -------------------------------------------

# Starts a process that runs the code; its output is read at the end.
sub beside ($do) {
    pipe my $from, my $to or die "pipe: $!\n";
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>&', $to or POSIX::_exit(1);
        STDOUT->autoflush(1);
        eval { $do->(); 1 } or print "fault: $@";
        POSIX::_exit(0);
    }
    close $to;
    return { pid => $pid, from => $from };
}

# Asks for the scripts and the handler that are attacked: each request must have
# some answer in time.
sub ask_victims ($until) {
    my $count = 0;
    while (time < $until) {
        my $path   = one_of((map { "/bent/$_.pl" } @VICTIMS), '/worker');
        my $client = client($h, timeout => $PATIENCE);
        my $begun  = time;
        $client->send("GET $path?$count HTTP/1.1\r\nHost: localhost\r\n"
                . "Connection: close\r\n\r\n");
        next if rand() < 0.1;    # it is not waited for
        my $response = $client->read_response;
        printf "fault: %s has no answer\n", $path if $response->{late};
        $count++;
    }
    print "count $count\n";
    return;
}

sub one_of (@all) { return $all[ rand @all ] }

my @CHANGES = (
    sub ($file) { utime undef, undef, $file },
    sub ($file) { unlink $file },
    sub ($file) { rename $file, "$file.old" },
    sub ($file) { unlink $file; symlink $file, $file },
    sub ($file) { unlink $file; mkdir $file },
    sub ($file) { unlink $file; POSIX::mkfifo($file, oct 777) },
    sub ($file) { chmod 0,        $file },
    sub ($file) { truncate $file, 0 },
    sub ($file) {
        write_file($file, join('', map { chr rand 256 } 1 .. 2000), 0755);
    },
    sub ($file) { write_file($file, "#!/usr/bin/perl -" . 'w' x 5000) },
);

# Changes files while requests run, and restores them at the end.
sub change_files ($until) {
    my @files = map { path($_) } @VICTIMS;
    while (time < $until) {
        my $name = one_of(@VICTIMS);
        my $file = path($name);
        eval { one_of(@CHANGES)->($file) };
        sleep 0.05 * rand;
        rmdir $file if -d $file && !-l $file;
        unlink $file, "$file.old";
        put($name);
        sleep 0.05 * rand;
    }
    return;
}

sub play ($manager) {
    my ($child) = $h->children;
    exec $peers, $manager, $child, 'oracle', $seed, $seconds,
        map { path($_) } @VICTIMS
        or die "$peers: $!\n";
}

# --- what has to hold ---------------------------------------------------------

# Asks for the script that is not attacked, again while the pool has no room for it.
# Returns what is wrong with the answer.
sub ask_oracle ($number) {
    my $begun    = time;
    my $end      = $begun + $SERVED;
    my $response = get($h, "/oracle.pl?$number", timeout => $PATIENCE);
    while ($response->status == 503 && time < $end) {
        sleep 0.2;
        $response = get($h, "/oracle.pl?$number", timeout => $PATIENCE);
    }
    return if $response->complete && $response->body eq "$number\n";
    return if $may_fail           && is_failure($response, "$number\n");
    return sprintf '/oracle.pl: %d, after %.1f s: %s; in the log: %s',
        $response->status // 0, time - $begun,
        substr($response->body // '', 0, 100), said_of('oracle');
}

# Returns the last line of the log with that name: the process that ended its run
# says why.
sub said_of ($name) {
    return (grep { /\Q$name\E/ } split /\n/, $h->error_log)[-1] // 'nothing';
}

# True if the response is an error in time, or if the connection ended within the
# page.
sub is_failure ($response, $page) {
    my $status = $response->status // 0;
    return 0                       if $response->{late};
    return $status =~ /\A50[04]\z/ if $response->complete;
    return !$status || index($page, $response->body // '') == 0;
}

# Asks a worker, which is attacked: it may end, but it must not answer wrongly.
sub ask_worker ($number) {
    my $response = get($h, "/worker?$number", timeout => $PATIENCE);
    return 'a worker: nothing came' if $response->{late};
    return if !$response->complete || $response->status >= 500;
    return if $response->body eq "$number\n";
    return 'a worker: ' . substr $response->body, 0, 100;
}

sub ask_status () {
    my $response = get($h, '/figures?format=json', timeout => $PATIENCE);
    return if $response->complete && $response->status =~ /\A(?:200|503)\z/;
    return 'the status page: ' . $response->status;
}

sub open_files ($pid) { return scalar(() = glob "/proc/$pid/fd/*") }

# Looks in the log for lines that must not be there, and empties it, so that it does
# not fill the disk. $ended counts the peers that were ended.
my $ended = 0;

sub look_at_log ($always = 0) {
    my $file = $h->root . '/logs/error_log';
    return if !$always && -s $file < $LOG;
    my $log = $h->error_log;
    $ended += () = $log =~ /MH3080/g;
    truncate $file, 0;
    my ($what) = $log =~ /^(.*(?:Sanitizer|runtime error|MH3040|MH1220).*)$/m;
    return $what if defined $what;
    return Mehari::Test::crashed($log) ? 'a process of httpd crashed' : ();
}

# --- all at once ----------------------------------------------------------------

sub test_all () {
    is ask_oracle($_), undef, 'a script answers while peers attack'
        for 1 .. 3;
    wait_until(sub { get($h, '/worker?1')->body eq "1\n" }, $SERVED);
    my $manager = pool_processes($h)->{default};
    my $until   = time + $seconds;
    my @beside  = all_beside($manager, $until);
    my $seen    = ask_until($manager, $until);
    my @faults
        = (@{ $seen->{faults} }, map { faults_of($_, @beside) } @beside);
    note "$seen->{questions} questions in $seconds s, from number $seed";
    is_deeply [ @faults[ 0 .. min($#faults, 9) ] ], [],
        "hostile peers cause no fault; from number $seed";
    is pool_processes($h)->{default}, $manager, 'the manager is the same';
    is look_at_log('always'), undef,
        'an honest script and its log stay without complaints';
    cmp_ok $ended, '>', 0, "each peer that talked nonsense was ended: $ended";
    ok wait_until(
        sub { !defined ask_oracle(0) && get($h, '/worker?1')->body eq "1\n" },
        $PATIENCE
        ),
        'an honest script is served after the attack';
    test_size($manager, $seen);
    $h->stop;
    ok wait_until(sub { !kill 0 => $manager }), 'the manager ends with httpd';
    return;
}

sub all_beside ($manager, $until) {
    my @victims = map {
        my $n = $_;
        beside(sub { srand $seed + $n; ask_victims($until) })
    } 1 .. 2;
    my $player = beside(sub { play($manager) });
    return (@victims, $player) if $quiet;
    return (@victims, $player,
        beside(sub { srand $seed; change_files($until) }));
}

# Asks for what is not attacked, and for a worker, and measures the manager
# meanwhile.
sub ask_until ($manager, $until) {
    my (@faults, @memory, @files);
    my $number = 0;
    while (time < $until) {
        $number++;
        push @faults, map({ ask_oracle($number . $_) } 1 .. $BURST),
            ask_worker($number), look_at_log();
        push @faults, ask_status() if $number % 10 == 0;
        push @memory, memory_of($manager);
        push @files,  open_files($manager);
        last if !kill 0 => $manager;
        sleep 0.02;
    }
    return {
        questions => $number,
        faults    => [ grep { defined } @faults ],
        memory    => \@memory,
        files     => \@files,
    };
}

sub faults_of ($one, @all) {
    my @said = readline $one->{from};
    waitpid $one->{pid}, 0;
    if (grep { /^not permitted/ } @said) {
        diag @said;
        kill KILL => map { $_->{pid} } @all;
        plan skip_all => 'the descriptors of others cannot be had here';
    }
    note $_ for @said;
    return grep { /^fault/ } @said;
}

sub test_size ($manager, $seen) {
    my @files = @{ $seen->{files} };
    my $third = $#files / 3;
    my $least = min(@files[ 0 .. $third ]);
    my $most  = max(@files[ 0 .. $third ]) + $FILES;
    ok wait_until(sub { open_files($manager) <= $most }, $PATIENCE),
        "the manager has no more descriptors than before ($least to $most)"
        or diag join "\n", map { readlink } glob "/proc/$manager/fd/*";
    return if $ENV{MEHARI_PRELOAD};
    my $early = max(@{ $seen->{memory} }[ 0 .. $third ]);
    my $late  = max(@{ $seen->{memory} });
    cmp_ok $late - $early, '<', $GROWTH,
        "the manager does not grow ($early kB, $late kB)";
    return;
}

1;
