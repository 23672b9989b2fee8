# The Perl stack of another process: subs, evals, files, the current operator;
# code that sleeps, computes or compiles; processes without Perl; nonsense.

use Mehari::Test;
use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use File::Temp     qw(tempdir);
use Mehari::Httpd::Config;
use POSIX       ();
use Time::HiRes qw(sleep time);

my $build   = dirname(Mehari::Httpd::Config::mehari_module());
my $program = "$build/t/pool/stack";
needs($program);
$ENV{ASAN_OPTIONS} = 'detect_leaks=0';

my $dir = abs_path(tempdir(CLEANUP => 1));
chmod 0755, $dir;
my $number = 0;

# Runs a script until it says "here", looks at it (several times, or in another
# way), and ends it. Returns what was seen, with the script's name as FILE.
sub watched ($code, %option) {
    my $file = "$dir/" . ++$number . '.pl';
    write_file($file, $code);
    my @words = ($program, 'perl', $file);
    my $pid   = open my $out, '-|', @words
        or die $!;
    my ($real, $perl) = split ' ', <$out> // '';
    1 while (my $line = <$out> // 'here') !~ /here/;
    sleep 0.05;
    my $look  = $option{look} // \&stack;
    my @seen  = map { $look->($real, $perl) } 1 .. ($option{times} // 1);
    my $alive = kill 0, $real;
    kill 'KILL', $real;
    close $out;
    ok $alive, 'the process noticed nothing';
    s/\Q$file\E/FILE/g for @seen;
    return wantarray ? @seen : $seen[0];
}

# Waits until the process is in the slow part of its script.
sub asleep ($pid, $perl) {
    my $until = time + 10;
    my $text  = '';
    while ($text !~ /[(](?:sleep|pattern match)/ && time < $until) {
        sleep 0.02;
        $text = stack($pid, $perl);
    }
    return $text;
}

sub stack ($pid, $perl, $size = undef) {
    open my $from, '-|', $program, 'read', $pid, $perl, $size // 8192
        or die $!;
    my $text = join '', <$from>;
    close $from or fail("the reader ended with $?");
    return $text;
}

sub test_frames () {
    is watched(<<~'PERL'), <<~'SEEN', 'subs, methods, evals, a sort';
        $| = 1;
        sub Some::Module::fetch {
            my $n = shift;
            for my $i (1 .. 3) {
                next if $i < 2;
                print "here\n";
                sleep 100;
            }
        }
        sub sorted {
            my @sorted = sort { Some::Module->fetch } 2, 1;
        }
        my $anon = sub {
            eval "1;\n\nsorted(1,\n2)";
        };
        eval {
            local $_ = 1;
            $anon->();
        };
        PERL
        Some::Module::fetch at FILE line 7 (sleep)
        main::sorted at FILE line 11
        eval "..." at (eval 1) line 3
        main::__ANON__ at FILE line 14
        eval {...} at FILE line 18
        main program at FILE line 16
        SEEN

    is watched(<<~'PERL'), <<~'SEEN', 'code that Perl calls itself';
        $| = 1;
        package Tied { sub TIESCALAR { bless [] } sub FETCH { undef $_[0][0] } }
        package Gone {
            sub DESTROY {
                print "here\n";
                sleep 100;
            }
        }
        tie my $tied, 'Tied';
        (tied $tied)->[0] = bless [], 'Gone';
        $SIG{USR1} = sub {
            my $x = "$tied";
        };
        kill USR1 => $$;
        PERL
        Gone::DESTROY at FILE line 6 (sleep)
        eval {...} at FILE line 2
        Tied::FETCH at FILE line 2
        main::__ANON__ at FILE line 12
        eval {...} at FILE line 14
        main program at FILE line 14
        SEEN
    return;
}

sub test_compiling () {
    mkdir "$dir/Slow";
    write_file("$dir/Slow/Module.pm", <<~'PERL');
        package Slow::Module;
        print "here\n";
        sleep 100;
        PERL
    my $seen = watched(<<~"PERL");
        BEGIN { \$| = 1 }
        use lib '$dir';
        use Slow::Module;
        PERL
    # There, older perls forget the place of the file that loads, for caller()
    # too.
    my $at = $] < 5.036 ? 'DIR/Slow/Module.pm line 0' : 'FILE line 3';
    is $seen =~ s/\Q$dir\E/DIR/gr, <<~"SEEN", 'a module that is loaded';
        require Slow/Module.pm at DIR/Slow/Module.pm line 3 (sleep)
        main::BEGIN at FILE line 3
        eval {...} at $at
        main program at $at
        SEEN
    return;
}

# Spends long time in C, inside one operator.
sub test_pattern () {
    my ($seen) = watched(<<~'PERL');
        sub slow {
            my $text = 'a' x 300;
            syswrite STDOUT, "here\n";
            return $text =~ /^(.*)(.*)(.*)(.*)(.*)(.*)[bc]$/;
        }
        print slow(1);
        PERL
    is $seen, <<~'SEEN', 'a pattern that backtracks';
        main::slow at FILE line 4 (pattern match (m//))
        main program at FILE line 6
        SEEN
    return;
}

# The process changes everything while the reader looks.
sub test_busy () {
    my @seen = watched(<<~'PERL', look => \&stack, times => 40);
        $| = 1;
        print "here\n";
        sub down { my $n = shift; return $n ? eval { down($n - 1) } : rand }
        while (1) {
            eval "sub made$_ { down(shift) } made$_($_ % 20); 1" or die $@
                for 1 .. 100;
            undef &$_ for map {"made$_"} 1 .. 100;
        }
        PERL
    my $line = qr/\A
        (?: [\w:]+ | eval [ ] (?: "..." | [{]...[}] ) | main [ ] program )
        [ ] at [ ] .+ [ ] line [ ] \d+ (?: [ ] [(] .+ [)] )?
        | [(] .+ cannot [ ] be .+ [)] \z/x;
    is_deeply [ grep { !/$line/ } map { split /\n/ } @seen ], [],
        'each line is one of a stack';
    cmp_ok scalar(grep { /main program at/ } @seen), '>', 10,
        'many of the stacks are whole';
    return;
}

sub test_bounds () {
    my $deep = watched(<<~'PERL');
        $| = 1;
        sub down { $_[0] ? down($_[0] - 1) : print("here\n") && sleep 100 }
        { no warnings; down(5000) }
        PERL
    my @lines = split /\n/, $deep;
    is scalar @lines, 51, 'a deep recursion is cut off';
    is $lines[-1], '(the rest cannot be shown: it is too deep)',
        'a stack that is too deep ends with a sentence';

    my $name = 'x' x 240;
    my $long = watched(<<~"PERL");
        \$| = 1;
        sub $name { print "here\\n"; sleep 100 }
        eval qq{#line 7 "file\\e[1mred"\n$name()};
        PERL
    like $long, qr/\Amain::x{196}\.\.\. at /, 'a long name is cut off';
    like $long, qr/at file\?\[1mred line 7$/m, 'a name is no more than text'
        or diag $long;

    my $code = <<~'PERL';
        $| = 1;
        sub inner { print "here\n"; sleep 100 }
        inner();
        PERL
    my ($whole, @cut) = watched(
        $code,
        look => sub ($pid, $perl) {
            my $all = asleep($pid, $perl);
            return $all, map { stack($pid, $perl, $_) } 0, 20, length $all,
                1 + length $all;
        }
    );
    my ($first) = $whole =~ /\A(.*\n)/;
    is_deeply \@cut, [ '', '', $first, $whole ],
        'lines are whole, if there is room';
    return;
}

sub test_unicode () {
    is watched(<<~'PERL'), <<~"SEEN", 'names that are not ASCII';
        use utf8;
        $| = 1;
        package Änderung { sub größe { print "here\n"; sleep 100 } }
        Änderung->größe;
        PERL
        Änderung::größe at FILE line 3 (sleep)
        main program at FILE line 4
        SEEN
    return;
}

sub test_nonsense () {
    my $pid = open my $out, '-|', $program, 'perl', '-e',
        '$| = 1; print "here\n"; sleep 100'
        or die $!;
    my ($real, $perl) = split ' ', <$out>;
    <$out>;
    my $refused = qr/\A\(the Perl stack cannot be read: .+\)\n\z/;
    like stack($real, $_), $refused, "no interpreter at $_"
        for 0, 1, 4096, '18446744073709551615';
    my $answer = qr/\A(?:.+\n)*\z/;
    my @wrong  = map { stack($real, $perl + $_) } map { 8 * $_ } 1 .. 300;
    is scalar(grep { !/$answer/ || length > 8000 } @wrong), 0,
        'memory beside an interpreter does no harm';
    kill 'KILL', $real;
    close $out;
    like stack($real, $perl), qr/$refused/, 'a process that has gone';
    return;
}

test_frames();
test_compiling();
test_pattern();
test_busy();
test_bounds();
test_unicode();
test_nonsense();

done_testing;
