# packaging/prove: a test that fails beside others runs once more, and only
# once. The report names tests that passed the second time, could not run, or
# left a file. No test has the terminal, and ^C ends all.

use Mehari::Test qw(read_file source_root write_file);
use Mehari::Test::Suite;
use Mehari::Test::Terminal;
use File::Temp  qw(tempdir);
use Time::HiRes qw(sleep time);

# Variables of the harness that runs this test.
delete @ENV{qw(MEHARI_STRICT HARNESS_ACTIVE HARNESS_VERSION)};

my $dir  = tempdir(CLEANUP => 1);
my $root = source_root();
chmod 0755, $dir;    # for httpd's user

# The exit code and the output, of test files with these texts.
sub prove_of ($options, %text) {
    unlink glob "$dir/*";
    write_file("$dir/$_.t", "use Test::More;\n$text{$_}\ndone_testing;\n")
        for keys %text;
    my $output = qx(cd '$root' && packaging/prove $options 2 '$dir' 2>&1);
    return ($? >> 8, $output);
}

# A test that fails this number of times before it passes.
sub fails ($name, $times) {
    return (
        $name => <<~"PERL"
        open my \$log, '>>', '$dir/$name.log';
        print {\$log} "x";
        close \$log;
        ok -s '$dir/$name.log' > $times;
        PERL
    );
}

sub runs_of ($name) { return -s "$dir/$name.log" }

subtest 'all pass' => sub {
    my ($code, $output) = prove_of('', fails(good => 0), fails(fine => 0));
    is $code,           0, 'tests that all pass exit with 0';
    is runs_of('good'), 1, 'a file that passes is run once';
    unlike $output, qr/Once more|FLAKY|left|not run|new:/,
        'nothing else is printed when all files pass';
};

subtest 'one passes by itself' => sub {
    my ($code, $output) = prove_of('', fails(good => 0), fails(loaded => 1));
    is $code, 0, 'a flaky file exits with 0';
    like $output, qr/Failed.*Once more, by itself:\n\S+loaded\.t\n/s,
        'a file is run once more by itself';
    like $output, qr/^FLAKY: 1 file passed only by itself:\n +\S+loaded\.t$/m,
        'a flaky file is named at the end';
    is runs_of('good'),   1, 'the other is not run again';
    is runs_of('loaded'), 2, 'a file that fails under load is run again';

    local $ENV{MEHARI_STRICT} = 1;
    ($code, $output) = prove_of('', fails(good => 0), fails(loaded => 1));
    is $code, 1, 'MEHARI_STRICT does not allow a flaky file';
    like $output, qr/^FLAKY: 1 file/m,
        'a flaky file is named with MEHARI_STRICT';
};

subtest 'one fails again' => sub {
    my ($code, $output) = prove_of('', fails(good => 0), fails(bad => 9));
    is $code,          1, 'a file that fails again exits with 1';
    is runs_of('bad'), 2, 'a file that fails again is not run three times';
    unlike $output, qr/FLAKY/, 'a file that fails again is not called flaky';
};

subtest 'six fail' => sub {
    my ($code, $output) = prove_of('', map { fails($_ => 1) } 'a' .. 'f');
    is $code, 1, 'six files that fail exit with 1';
    unlike $output, qr/Once more/, 'nobody says that it was the load';
};

subtest 'one dies, or plans badly' => sub {
    for my $text ('die "no\n"', 'pass; plan tests => 3;', 'exit 3',
        'kill 9, $$')
    {
        my ($code) = prove_of('', good => 'pass;', bad => $text);
        is $code, 1, $text;
    }
};

subtest 'what could not run is counted' => sub {
    my ($code, $output) = prove_of(
        '',
        good => 'SKIP: { skip "no fish", 2 } pass;',
        none => 'plan skip_all => "no network here";',
    );
    is $code, 0, 'tests that could not run exit with 0';
    like $output, qr/^1 file could not run:\n +\S+none\.t: no network here$/m,
        'a file that could not run is named with its reason';
    like $output, qr/^2 single tests could not run$/m,
        'single tests that could not run are counted';
};

subtest 'what leaves a file has failed' => sub {
    my ($code, $output) = prove_of(
        '',
        good => 'use File::Temp; File::Temp->newdir; pass;',
        mess => 'mkdir "$ENV{TMPDIR}/here"; pass;',
    );
    is $code, 1, 'a file that leaves something exits with 1';
    like $output, qr/^1 file left something in TMPDIR:\n +\S+mess\.t: here$/m,
        'a file that leaves something is named with it';
};

# The harness would otherwise wait for a dead test whose child still runs.
subtest 'what leaves a process has failed' => sub {
    my ($code, $output) = prove_of(
        '',
        good => 'if (!fork) { sleep 1; exit } pass;',
        goes => <<~'PERL',
            if (!fork) {
                if (!fork) { require POSIX; POSIX::setsid(); sleep 1 while 1 }
                exit;
            }
            wait;
            die;
            PERL
    );
    is $code, 1, 'a file that leaves a process exits with 1';
    like $output, qr/^# Processes went on after \S+ \S+goes\.t,.*: perl$/m,
        'a process that is left is named';
    unlike $output, qr/after \S+ \S+good\.t/, 'no other is named';
    my @ours = grep {
        (eval { read_file("$_/cmdline") } // '') =~ m{\Q$dir\E/goes\.t}
    } glob '/proc/[0-9]*';
    my @left = grep { (readlink("$_/cwd") // '') eq $root } @ours;
    is "@left", '', 'no process is left';
};

# Writes a report, as a sanitizer's library does.
subtest 'a report of a sanitizer is a failure' => sub {
    local $ENV{ASAN_OPTIONS} = 'detect_leaks=0';
    my ($code, $output) = prove_of(
        '',
        good => 'pass;',
        wild => <<~'PERL',
            my ($path) = $ENV{ASAN_OPTIONS} =~ /\Adetect_leaks=0:log_path=(.+)/;
            open my $out, '>', "$path.77";
            print {$out} "a wild\npointer\n";
            close $out;
            pass;
            PERL
    );
    is $code, 1, 'a file with a report exits with 1';
    like $output, qr/
        ^1\ file\ with\ reports\ of\ a\ sanitizer:\n
        \ +\S+wild\.t:\n\ +a\ wild\n\ +pointer$/mx, 'the report is shown';
    unlike $output, qr/left something/, 'a report is not left';
};

# The test's STDIN, and the terminal, which any program can open by its name.
subtest 'a test has no terminal' => sub {
    plan skip_all => Mehari::Test::Terminal::missing()
        if Mehari::Test::Terminal::missing();
    write_file("$dir/asks.t", <<~'PERL');
        use Test::More;
        ok !-t STDIN, 'STDIN is no terminal';
        is readline STDIN, undef, 'STDIN is empty';
        ok !open(my $tty, '+<', '/dev/tty'), 'a test has no terminal';
        ok !system('! (: </dev/tty) 2>/dev/null'), 'nor has its command';
        done_testing;
        PERL
    my $terminal = terminal('asks');
    ok $terminal->see(qr/Result: PASS/), 'the tests pass on a terminal';
    is $terminal->wait_for_end(30), 0, 'they end';
};

sub terminal ($name) {
    return Mehari::Test::Terminal->new({ %ENV, TMPDIR => $dir }, 'sh', '-c',
        "cd '$root' && : </dev/tty && exec packaging/prove 2 '$dir/$name.t'");
}

# Sends the signal to all processes of the terminal, as ^C does, or only to the
# runner.
subtest 'a runner that is told to end leaves nothing' => sub {
    plan skip_all => Mehari::Test::Terminal::missing()
        if Mehari::Test::Terminal::missing();
    for my $to (qw(group runner killed)) {
        write_file("$dir/long.t", <<~'PERL' =~ s/DIR/$dir/gr);
            use Test::More;
            use Mehari::Test;
            my $h = server(module => undef);
            open my $out, '>', 'DIR/pids';
            say {$out} join ' ', $$, $h->processes;
            close $out;
            rename 'DIR/pids', 'DIR/running';
            sleep 100;
            PERL
        unlink "$dir/running";
        my $terminal = terminal('long');
        my $end      = time + 30;
        sleep 0.05 while !-e "$dir/running" && time < $end;
        my @pids = split ' ', read_file("$dir/running");
        cmp_ok @pids, '>', 2, "$to: the test and its server run";
        kill $to eq 'killed' ? 'KILL'            : 'INT',
            $to eq 'group'   ? -$terminal->{pid} : $terminal->{pid};
        my $status = $terminal->wait_for_end(30);
        is $status >> 8, 130, "$to: the runner ends" if $to ne 'killed';
        $end = time + ($to eq 'killed' ? 20 : 0);
        sleep 0.05 while (grep { -d "/proc/$_" } @pids) && time < $end;
        is join(' ', grep { -d "/proc/$_" } @pids), '',
            "$to: the test and its server have ended";
    }
};

subtest 'a quick run leaves out what is slow' => sub {
    my ($code, $output) = prove_of('--quick', fails(good => 0));
    is $code, 0, 'a folder of others';
    $output = qx(cd '$root' && packaging/prove --quick 1 '$dir/good.t' 2>&1);
    is $?, 0, 'a file that is named runs';
    my $suite = Mehari::Test::Suite->new(
        quick => 1,
        slow  => ["$dir/good.t"],
    );
    write_file("$dir/other.t", '');
    is_deeply [ $suite->files($dir) ], ["$dir/other.t"],
        'a slow file is left out of a quick run';
    is_deeply [ $suite->files("$dir/good.t") ], ["$dir/good.t"],
        'unless it is named';
    $suite->{quick} = 0;
    write_file("$dir/a.t", '');
    is_deeply [ $suite->files("$dir/") ],
        [ map { "$dir/$_.t" } qw(good a other) ], 'else it is the first';
};

subtest 'the list of slow tests' => sub {
    my @slow = Mehari::Test::Suite::slow_in("$root/t/slow.list");
    is_deeply [ grep { !-f "$root/$_" } @slow ], [],
        'each file of the list of slow tests exists';
    my %seen;
    is_deeply [ grep { $seen{$_}++ } @slow ], [],
        'no file is twice in t/slow.list';
};

done_testing;
