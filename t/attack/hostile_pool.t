# Processes of a pool that their owner has turned against httpd. Workers send
# records without sense, scripts print headers without sense, and both end in
# every way. Meanwhile httpd serves others, under event and under prefork. It
# loses no child and no thread, does not grow, and never shows half an answer as
# a whole one.
#
# MEHARI_FUZZ=SECONDS goes on for so long, from MEHARI_FUZZ_SEED, if that is
# set, or a new number; `make fuzz` does that. Without MEHARI_FUZZ, each run
# is the same.

use Mehari::Test;
use File::Basename qw(dirname);
use File::Temp     qw(tempdir);
use IO::Select;
use List::Util  qw(max min sum0);
use POSIX       qw(WNOHANG);
use Time::HiRes qw(sleep time);
use Mehari::Httpd::Config;
use Mehari::Test::Gateway;
use Mehari::Test::Hostile;

my $program = dirname(Mehari::Httpd::Config::mehari_module()) . '/fuzz/fuzz';
needs($program);

my $ATTACKERS = 3;
my $THREADS   = 16;
my $PATIENCE  = 40;                  # seconds for any answer
my $SERVED    = 20;                  # seconds for others' answers
my $GROWTH    = 96 * 1024;           # kB of all children of httpd together
my $LOG       = 64 * 1024 * 1024;    # bytes of the log, which is then emptied

my $seconds = $ENV{MEHARI_FUZZ} ? $ENV{MEHARI_FUZZ} / 2 : 5;
my $first   = $ENV{MEHARI_FUZZ_SEED} // ($ENV{MEHARI_FUZZ} ? time % 1e9 : 1);
$first = int $first;

my $dir = tempdir(CLEANUP => 1);
system(source_root() . '/fuzz/seeds', "$dir/seeds", $program) == 0
    or die "there are no seeds\n";
my $examples = "$dir/seeds/answer";
chmod 0755, $dir, "$dir/seeds", $examples;

my $handler = <<~'PERL';
    package My::Hostile;
    use Apache2::RequestRec ();
    use Apache2::RequestIO  ();
    unshift @INC, 'LIB';
    require Mehari::Test::Hostile;
    sub handler {
        my ($r) = @_;
        if (($r->args // '') =~ /\A(\d+)\z/) {
            my $plan = Mehari::Test::Hostile::plan($1, 'EXAMPLES');
            Mehari::Test::Hostile::carry_out($plan);
        }
        $r->print("a page\n");
        return 0;
    }
    1;
    PERL
my $lib = source_root() . '/t/lib';

sub filled ($text) { return $text =~ s/LIB/$lib/r =~ s/EXAMPLES/$examples/r }

my %FILES = (
    'static.txt' => "a file\n",
    'handler.pl' => filled($handler),
    'hostile.pl' => filled(<<~'PERL'),
        #!/usr/bin/perl
        use lib 'LIB';
        require Mehari::Test::Hostile;
        my ($number) = ($ENV{QUERY_STRING} // '') =~ /\A(\d+)\z/;
        my $plan = Mehari::Test::Hostile::plan($number // 0);
        Mehari::Test::Hostile::carry_out($plan, 1);
        PERL
    'good/page.pl' => <<~'PERL',
        #!/usr/bin/perl
        print "Content-Type: text/plain\n\na page\n";
        PERL
);

sub hostile_server ($mpm) {
    my $h = server(
        mpm      => $mpm,
        modules  => ['status'],
        workers  => $THREADS,
        handlers => {
            '/worker'      => [ 'My::Hostile', 'PerlUsePool bad' ],
            '/good/worker' => [ 'My::Hostile', 'PerlUsePool good' ],
        },
        config => <<~'CONF',
            PerlPool bad workers=4 concurrency=4 request-timeout=2s queue=100
            PerlPool good
            PerlRequire ${DOCUMENT_ROOT}/handler.pl
            <Directory "${DOCUMENT_ROOT}">
                Options +ExecCGI
                <Files "*.pl">
                    SetHandler perl-cgi
                    PerlUsePool bad
                </Files>
            </Directory>
            <Directory "${DOCUMENT_ROOT}/good">
                <Files "*.pl">
                    PerlUsePool good
                </Files>
            </Directory>
            <Location /server-status>
                SetHandler server-status
            </Location>
            CONF
        start => 0,
    );
    mkdir $h->document_root . '/good';
    write_file($h->document_root . "/$_", $FILES{$_}, 0755) for keys %FILES;
    return $h->start;
}

# --- the attackers ------------------------------------------------------------

# The fault of the answer, or nothing.
sub fault ($plan, $response, $rest) {
    return 'nothing came, and no end' if !defined $response;
    return if $response->raw !~ m{\AHTTP/};    # assbackwards
    my ($head) = $response->raw =~ /\A(.*?)(?:\r\n\r\n|\z)/s;
    return 'a line of the head is none'
        if $head =~ /\r(?!\n)|(?<!\r)\n|\0/;
    return 'there is more after the end' if length $rest;
    return 'a half answer looks whole'
        if $plan->{what} eq 'unfinished'
        && $response->complete
        && $response->body =~ /unfinished /;
    return;
}

sub told ($plan, $fault, $response, $about) {
    my $raw = $response ? substr $response->raw, 0, 600 : '';
    return "$about, $plan->{what}, $plan->{end}: $fault: " . $raw
        =~ s/([^ -~])/sprintf '\x%02x', ord $1/ger . "\n";
}

sub ask ($h, $path, %option) {
    my $client = client($h, timeout => $PATIENCE);
    my $method = $option{method} // 'GET';
    my $close  = 'Connection: close' . "\r\nHost: localhost\r\n";
    my $body   = $method eq 'POST' ? 'x' x 70_000 : '';
    $close .= 'Content-Length: ' . length($body) . "\r\n" if length $body;
    $client->send("$method $path HTTP/1.1\r\n$close\r\n$body");
    return if $option{leaves};
    my $response;
    do { $response = $client->read_response($method) }
        while $response->complete && ($response->status // 0) =~ /\A1/;
    $client->read_some(time + 1) if $response && $response->complete;
    return ($response, $client->{bytes});
}

# A process that attacks, and writes its findings to a pipe as one line.
sub attack ($h, $to, $number, $until) {
    my $count = 0;
    while (time < $until) {
        my $worker = $number % 2;
        my $plan
            = Mehari::Test::Hostile::plan($number, $worker ? $examples : ());
        my $path   = ($worker ? '/worker' : '/hostile.pl') . "?$number";
        my $method = ('GET', 'GET', 'GET', 'HEAD', 'POST')[ $number / 2 % 5 ];
        my $leaves = $number % 11 == 0;
        my ($response, $rest)
            = ask($h, $path, method => $method, leaves => $leaves);
        my $fault = $leaves ? undef : fault($plan, $response, $rest);
        syswrite $to, told($plan, $fault, $response, "$method $path")
            if defined $fault;
        $number += $ATTACKERS;
        $count++;
    }
    syswrite $to, "count $count\n";
    return;
}

sub begin_attack ($h, $number, $until) {
    pipe my $from, my $to or die "pipe: $!\n";
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        my $done = eval { attack($h, $to, $number, $until); 1 };
        syswrite $to, "the attacker: $@" if !$done;
        POSIX::_exit(0);
    }
    close $to;
    return { pid => $pid, from => $from };
}

# --- everybody else -----------------------------------------------------------

my %EXPECTED = (
    '/static.txt'   => "a file\n",
    '/good/page.pl' => "a page\n",
    '/good/worker'  => "a page\n",
);

# Faults of the answers that others got.
sub serve_others ($h) {
    my @faults;
    for my $path (sort keys %EXPECTED) {
        my $begun    = time;
        my $response = eval { get($h, $path, timeout => $PATIENCE) };
        my $took     = time - $begun;
        my $body     = $response ? $response->body : 'nothing';
        push @faults, "$path: " . substr $body, 0, 200
            if $body ne $EXPECTED{$path};
        push @faults, sprintf '%s took %.1f s', $path, $took
            if $took > $SERVED;
    }
    return @faults;
}

sub memory ($h) {
    return sum0(map { memory_of($_) } $h->children);
}

# Reads the log for lines that must not be there, and empties it, so that it
# does not fill the disk.
sub look_at_log ($h) {
    my $file = $h->root . '/logs/error_log';
    return if -s $file < $LOG;
    my $crashed = Mehari::Test::crashed($h->error_log);
    truncate $file, 0;
    return $crashed ? 'a process of httpd crashed' : ();
}

sub busy ($h) {
    my $text = get($h, '/server-status?auto')->body;
    return $text =~ /^BusyWorkers: (\d+)/m ? $1 : $THREADS;
}

# --- it all -------------------------------------------------------------------

sub go ($mpm) {
    my $h = hostile_server($mpm);

    # The whole pool has started by then.
    serve_others($h);
    my @children = $h->children;
    my $until    = time + $seconds;
    my @attack
        = map { begin_attack($h, $first + $_, $until) } 0 .. $ATTACKERS - 1;
    my (@faults, @memory, $count);
    while (time < $until) {
        push @faults, serve_others($h), look_at_log($h);
        push @memory, memory($h);
        sleep 0.1;
    }
    for my $attack (@attack) {
        my @said = readline $attack->{from};
        waitpid $attack->{pid}, 0;
        $count += /^count (\d+)/ ? $1 : 0 for @said;
        push @faults, grep { !/^count / } @said;
    }
    note "$mpm: $count attacks from number $first in $seconds s";
    cmp_ok $count, '>', $ATTACKERS,
        'each attacker has made at least one attack';
    is_deeply [ @faults[ 0 .. min(9, $#faults) ] ], [],
        "hostile answers cause no fault; from number $first";
    ok wait_until(sub { busy($h) <= 1 }, $PATIENCE),
        'hostile answers hold no thread'
        or diag get($h, '/server-status?auto')->body;
    is_deeply [ serve_others($h) ], [],
        'other requests are served after the attack';
    my $early = max(@memory[ 0 .. $#memory / 5 ]);
    my $late  = max(@memory);
    cmp_ok $late - $early, '<', $GROWTH,
        "httpd does not grow ($early kB, $late kB)";
    ok !Mehari::Test::crashed($h->error_log), 'no process of httpd crashed';
    is_deeply [ sort $h->children ], [ sort @children ],
        'no child of httpd was replaced'
        if $mpm eq 'event';
    $h->stop;
    return;
}

subtest $_ => sub { go($_) }
    for 'event', 'prefork';

done_testing;
