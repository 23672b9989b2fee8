# ./run, ./test, packaging/deb and packaging/rpm say how far they are, on a terminal
# and without one. One mechanism serves all four.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Progress;
use Mehari::Test::Terminal;

my $dir     = tempdir(CLEANUP => 1);
my $program = source_root() . '/packaging/progress';

# A progress with a clock that stands still, and its output.
sub progress (%option) {
    open my $out, '>', \my $said or die "open: $!";
    my $now      = 1000;
    my $progress = Mehari::Test::Progress->new(
        out   => $out,
        clock => sub { $now },
        %option
    );
    return ($progress, \$now,
        sub { my $text = $said; $said = ''; seek $out, 0, 0; $text });
}

subtest 'without a terminal there is a line every ten seconds' => sub {
    my ($progress, $now, $said) = progress(rewrites => 0);
    for my $second (0 .. 35) {
        $$now = 1000 + $second;
        $progress->at('Compiling', 4 * $second, 400);
    }
    is $said->(), <<~'END', 'with the share, the steps and an estimate';
        Compiling: 10%, 40 of 400, about 2 min left
        Compiling: 20%, 80 of 400, about 80 s left
        Compiling: 30%, 120 of 400, about 70 s left
        END
    $$now += 10;
    $progress->tick;
    is $said->(), "Compiling: 35%, 140 of 400, about 85 s left\n",
        'and one where no step ended';
    $$now += 10;
    $progress->at('Linking');
    $$now += 10;
    $progress->tick;
    is $said->(), "Linking: 0 s\nLinking: 10 s\n",
        'the time is said where nobody knows how much there is';
    $progress->clear;
    is $said->(), '', 'nothing is there to be cleared away';
};

subtest 'on a terminal one line is written again' => sub {
    my ($progress, $now, $said) = progress(rewrites => 1);
    $progress->at('Fetching', 1, 100);
    is $said->(), "\rFetching: 1%\e[K", 'at once';
    $progress->tick;
    is $said->(), '', 'only when it is another';
    $$now += 7;
    $progress->at('Fetching', 50, 100);
    is $said->(), "\rFetching: 50%, about 7 s left\e[K", 'with an estimate';
    $progress->clear;
    is $said->(), "\r\e[K", 'it is cleared away for what others say';
    $progress->clear;
    is $said->(), '', 'once';
};

# A command that prints this, and the resulting output.
sub command ($log, $script) {
    write_file("$dir/command", "#!/bin/sh\n$script", 0755);
    my $said = qx(TERM=dumb '$program' Working '$log' '$dir/command' 2>&1);
    return ($said, $? >> 8);
}

my ($said, $status) = command('-', <<~'SH');
    echo '[1/2] cc a.c'
    echo 'a.c: warning'
    echo '[2/2] cc b.c' >&2
    printf end
    exit 3
    SH
is $status, 3,                   'the status is that of the command';
is $said,   "a.c: warning\nend", 'what is not about steps is passed on';

($said, $status) = command("$dir/log", <<~'SH');
    echo 'dlstatus:1:50.0000:Retrieving file 1 of 2'
    echo warning >&2
    kill -KILL $$
    SH
is $status, 128 + 9, 'a signal is told as a shell tells it';
is $said,   '',      'nothing is passed on where there is a log';
like read_file("$dir/log"), qr/^dlstatus.*\nwarning$/m,
    'the log has all lines';

# The command goes on when its output has been read.
subtest 'a command on a terminal' => sub {
    plan skip_all => Mehari::Test::Terminal::missing()
        if Mehari::Test::Terminal::missing();
    write_file("$dir/command", <<~"SH", 0755);
        #!/bin/sh
        next() { while [ ! -e '$dir/'\$1 ]; do sleep 0.1; done; }
        echo '[60/240] cc a.c'
        next one
        echo 'dlstatus:1:30.0000:Retrieving file 1 of 2'
        next two
        echo 'pmstatus:dpkg-exec:40.0000:Running dpkg'
        next last
        echo '[240/240] cc z.c'
        echo '[0/1] Installing files.'
        next three
        SH
    my $terminal = Mehari::Test::Terminal->new(\%ENV, 'env', 'TERM=xterm',
        $program, 'Lists', '-', "$dir/command");
    ok $terminal->see(qr/\rCompiling: 25%, 60 of 240/), 'the steps of Ninja';
    write_file("$dir/one", '');
    ok $terminal->see(qr/\rFetching lists: 30%/), 'those of apt, by name';
    write_file("$dir/two", '');
    ok $terminal->see(qr/\rInstalling lists: 40%/), 'and its next ones';
    write_file("$dir/last", '');
    ok $terminal->see(qr/\rLists: 1 s\e\[K/), 'the time after the last step';
    write_file("$dir/three", '');
    is $terminal->wait_for_end(30), 0, 'it ends';
    ok $terminal->see(qr/\r\e\[K\z/), 'and leaves no line';
};

# The tests' own runner.
subtest 'tests on a terminal' => sub {
    plan skip_all => Mehari::Test::Terminal::missing()
        if Mehari::Test::Terminal::missing();
    write_file("$dir/tests/$_.t", "use Test::More;\npass;\ndone_testing;\n")
        for qw(a b c d);
    my $terminal
        = Mehari::Test::Terminal->new(\%ENV, 'sh', '-c',
        'cd "$1" && TERM=xterm NO_COLOR=1 exec packaging/prove 1 "$2"',
        'sh', source_root(), "$dir/tests");
    ok $terminal->see(qr/\rTesting: 0%\e\[K/), 'none has ended';
    ok $terminal->see(qr{\r\e\[K\S+ \S+/a\.t \.+ ok}),
        'the line makes room for a result';
    ok $terminal->see(qr/\rTesting: 25%/), 'one has ended';
    ok $terminal->see(qr/Result: PASS/),   'all have';
    is $terminal->wait_for_end(30), 0, 'the runner ends';
};

done_testing;
