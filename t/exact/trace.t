# Compile-time code looks at things and does things: some are unshareable,
# some are dependencies, some are neither. Afterwards a child finds its own
# descriptors, variables and times.

use Mehari::Test;
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();

my $dir = probe_directory();
mkdir "$dir/some";
write_file("$dir/some/file.txt", "one\ntwo\n");
symlink 'file.txt', "$dir/some/link";
write_file("$dir/lib.pl", "our \$loaded = 'yes';\n1;\n");

sub told ($code, %option) {
    my $seen = probe("BEGIN { $code }\n", run => 0, %option);
    is $seen->{signal}, 0, "no signal ends the process: $code";
    return $seen->{told};
}

subtest 'what tells' => sub {
    my @cases = (
        'my $t = 1 + time'                        => 'asks for the time',
        'my $t = time; my $later = $t + 60'       => 'asks for the time',
        'our $t = time; my $r = \$t; print "$$r"' => 'asks for the time',
        'use Tie::Scalar; tie our $t, "Tie::StdScalar"; $t = time' =>
            'asks for the time',
        'my @t = (time)'                       => 'asks for the time',
        'my %h; $h{t} = time'                  => 'asks for the time',
        'my $t = $0 ? time : 0'                => 'asks for the time',
        'my ($t) = time'                       => 'asks for the time',
        'my $u = (times)[0]; my $v = $u'       => 'asks for the time it',
        'my $u = (times)[0, 1]'                => 'asks for the time it',
        'my @t = localtime'                    => 'asks for the time',
        'my $s = (localtime)[0]'               => 'asks for the time',
        'my $s = (gmtime(time))[2, 5]'         => 'asks for the time',
        'my $s = localtime'                    => 'asks for the time',
        'my @t = times'                        => 'asks for the time it',
        'use Time::HiRes; Time::HiRes::time()' => 'asks for the time',
        'my $t = $^T'                          => 'looks at $^T',
        'my $t = -M "/etc/passwd"'             => 'asks for the age',
        'my $p = "$$"'                         => 'asks for the process id',
        'my $p = $$; die if $p == 1'           => 'asks for the process id',
        'my ($p) = $$'                         => 'asks for the process id',
        'my $p = getppid'                      => q(asks for the parent's),
        'my $p = getpgrp'     => 'asks for the process group',
        'my $r = rand'        => 'opens /dev/urandom',
        'srand'               => 'opens /dev/urandom',
        'srand; 1'            => '',
        'srand(time ^ $$); 1' => '',
        'srand(time() ^ ($$ + ($$ << 15))); srand $$; srand(time|$$); 1' =>
            '',
        'srand(time ^ $$); my $r = rand'        => 'opens /dev/urandom',
        'srand 5; srand; my $r = rand'          => 'opens /dev/urandom',
        'srand(time); 1'                        => 'asks for the time',
        'srand($main::s = time ^ $$); 1'        => 'asks for the time',
        'srand(my $s = time ^ $$); 1'           => 'asks for the time',
        'my $s = srand(time ^ $$); 1'           => 'asks for the time',
        'srand(1 + f($$)); sub f { "$_[0]" } 1' => 'asks for the process id',
        'srand($main::x ^ $$); 1'               => 'asks for the process id',
        'my $line = <STDIN>'                    => 'reads STDIN',
        'read STDIN, my $x, 10'                 => 'reads STDIN',
        'sysread STDIN, my $x, 10'              => 'reads STDIN',
        'my $e = eof(STDIN)'                    => 'reads STDIN',
        'my @s = stat STDIN'                    => 'examines descriptor 0',
        'my $s = -s STDOUT'                     => 'examines descriptor 1',
        '$| = 1; print "x"'                     => 'writes to STDOUT',
        'syswrite STDOUT, "x"'                  => 'writes to STDOUT',
        'close STDIN'                           => 'closes descriptor 0',
        'open my $f, ">&", \*STDOUT'            => 'copies a descriptor',
        'open STDERR, ">&STDOUT"'               => 'copies a descriptor',
        'open my $f, ">", "NEW"'                => 'opens NEW for writing',
        'open my $f, ">>", "NEW"'               => 'opens NEW for writing',
        'open my $f, "+<", "some/file.txt"'     =>
            'opens some/file.txt for writing',
        'open my $f, "<", "/dev/zero"'           => 'opens /dev/zero',
        'open my $f, "<", "/proc/self/stat"'     => 'reads /proc/self/stat',
        'my $x = readlink "/proc/self"'          => 'looks at /proc/self',
        'unlink "NEW"'                           => 'removes a file',
        'rename "NEW", "OTHER"'                  => 'renames a file',
        'link "NEW", "OTHER"'                    => 'makes a link',
        'symlink "NEW", "NEW2"'                  => 'makes a symbolic link',
        'mkdir "some"'                           => 'makes a directory',
        'rmdir "NEW"'                            => 'removes a directory',
        'chmod 0644, "some/file.txt"'            => 'changes the mode',
        'chown -1, -1, "NEW"'                    => 'changes the owner',
        'utime 1, 1, "NEW"'                      => 'changes the times',
        'truncate "NEW", 0'                      => 'truncates',
        'open my $f, "<", "lib.pl"; flock $f, 1' => 'locks',
        'my $x = `true`'                         => 'makes a pipe',
        'system "true"'                          => 'makes a pipe',
        'my $p = fork; exit 0 if !$p' => 'blocks signals, as before a fork',
        'exec "/nonexistent" or 1'    => 'starts a process',
        'open my $p, "-|", "true"'    => 'makes a pipe',
        'pipe my $r, my $w'           => 'makes a pipe',
        'wait'                        => 'waits for a process',
        'kill 0, 1'                   => 'sends a signal',
        'alarm 0'                     => 'sets or looks at a timer',
        'sleep 0'                     => 'asks for the time',
        'select undef, undef, undef, 0.001'       => 'waits',
        'socket my $s, 1, 1, 0'                   => 'makes or uses a socket',
        'my $h = gethostbyname "localhost"'       => 'looks up a host',
        'my @n = getnetent'                       => 'looks up a host',
        'my $n = getnetbyaddr 0x7f000000, 2'      => 'looks up a host',
        'my $n = getnetbyname "loopback"'         => 'looks up a host',
        'my @h = gethostent'                      => 'looks up a host',
        'my @u = getpwent'                        => 'lists users',
        'my @s = getservent'                      => 'lists users',
        'my @p = getprotoent'                     => 'lists users',
        'shmget 1, 1, 0'                          => 'uses shared memory',
        'use IPC::SysV; IPC::SysV::ftok("NEW")'   => 'uses shared memory',
        '$> = $>'                                 => '',
        'local $> = 12345'                        => 'changes its user',
        'my @k = keys %ENV'                       => 'looks at all of %ENV',
        'my %e = %ENV'                            => 'looks at all of %ENV',
        '*e = *ENV; my @v = %e'                   => 'looks at all of %ENV',
        'my %e = %{ *ENV{HASH} }'                 => 'looks at all of %ENV',
        'my $n = "ENV"; my %e = %$n'              => 'looks at all of %ENV',
        'my $x = %{ \%ENV } ? 1 : 0'              => 'looks at all of %ENV',
        'undef %ENV'                              => 'looks at all of %ENV',
        'bless \%ENV'                             => 'looks at all of %ENV',
        'delete local $ENV{TEST}'                 => 'looks at all of %ENV',
        'my $e = \%ENV'                           => 'looks at all of %ENV',
        'undef *ENV'                              => 'looks at all of %ENV',
        'push @ARGV, 1'                           => 'looks at @ARGV',
        '*a = *ARGV; $main::a[0] = 1'             => 'looks at @ARGV',
        '@ARGV = (1)'                             => 'looks at @ARGV',
        'while (my ($k) = each %ENV) { last }'    => 'looks at all of %ENV',
        '%ENV = (PATH => "/bin")'                 => 'looks at all of %ENV',
        'local %ENV'                              => 'looks at all of %ENV',
        'require POSIX; POSIX::_exit(0)'          => 'ends the process',
        'my $p = getpriority 0, 0'                => 'asks for its priority',
        'use POSIX; POSIX::sysconf(_SC_OPEN_MAX)' => 'asks for the state',
        'my $l = getlogin'                        => 'asks who is logged in',
        '$SIG{SEGV} = sub { }'                    => '',
        '$SIG{SYS} = "IGNORE"'                    => '',
        'use POSIX; my $s = POSIX::SigSet->new(SIGSEGV);'
            . 'sigprocmask(SIG_BLOCK, $s)' => '',
        'use POSIX; my $s = POSIX::SigSet->new(SIGSEGV, SIGTERM);'
            . 'sigprocmask(SIG_BLOCK, $s)' => 'blocks signals',
        'my $x = syscall 39' => 'makes a system call',
    );
    while (my ($code, $what) = splice @cases, 0, 2) {
        my $told = told($code);
        if ($what eq '') { is_deeply $told, [], $code }
        else             { like $told->[0] // '', qr/\A\Q$what\E/, $code }
    }
};

subtest 'what does not' => sub {
    my @cases = (
        'my $x = $ENV{PATH}; my $y = exists $ENV{NOT}; my @z = @ENV{qw(A B)}',
        'my $n = "PA" . "TH"; my $x = $ENV{$n}; my $y = $ENV{"A$n"}',
        'local $ENV{TEST} = 1; local $ENV{PATH} = "/bin"',
        'my $t = time; our $u = time; my $p = $$; $t = 5; my $v = $t + 1',
        'our $t0 = (times)[0]; my $t1 = (times)[1]; our $own; $own = $$',
        'my $x = @ARGV; *a = *ARGV; my $y = $main::a[0]; shift; shift @ARGV',
        'my $h = gethostbyname "10.0.0.1"; my @h = gethostbyname "127.1"',
        'eval { require Socket6; Socket6::gethostbyname2("127.0.0.1", 2) }',
        'open my $f, "<", "/proc/filesystems"; <$f>',
        'use POSIX; POSIX::sysconf(84)',
        'opendir our $d, "some"; readdir $d',
        'my $y = (localtime)[5]; my @d = (gmtime(time))[3, 4, 5]',
        'my @t = localtime 0; my @g = gmtime 12345',
        'print "in the buffer"; print {*STDERR} "said\n"',
        'open my $f, "<", "some/file.txt"; my @l = <$f>',
        'open my $f, "<", "/nonexistent/file"',
        'opendir my $d, "some"; my @l = readdir $d',
        'my @s = stat "some"; my $x = -e "/nonexistent"; my $l = -l "some/link"',
        'my $l = readlink "some/link"',
        'use Cwd; my $x = getcwd(); my $y = Cwd::abs_path(".")',
        'umask 022; $SIG{ALRM} = sub { }; $SIG{__WARN__} = sub { }',
        'my $t = -t STDIN; my $p = -p STDIN; binmode STDOUT',
        'my $x = "$<$>$($)"; my $h = $^X; my $n = $0; my @i = @INC',
        'my @u = getpwuid $<; my $g = getgrgid 0; getservbyname "http", "tcp"',
        'use Sys::Hostname; my $h = hostname()',
        'open my $n, ">", "/dev/null"; print {$n} "x"; close $n',
        'srand 42; my $r = rand',
        'use POSIX qw(setlocale LC_ALL); setlocale(LC_ALL, "C")',
        'chdir "some"; require "../lib.pl"',
        'opendir my $d, "some"; chdir $d; require "../lib.pl"',
        '$ENV{OTHER} = 2; delete $ENV{HOME}; delete @ENV{qw(A B)}',
        '*e = *ENV; *ENV = { A => 1 }; my $a = \@ARGV; *ARGV = [ 1 ]',
        '*e = *ENV; my $x = $e{PATH}; $x = exists $main::e{NO}',
        '*e = *ENV; our %e; $e{X} = 1; $_ = 2 for @e{qw(C D)}',
        'open my $s, "<", \"text"; my $l = <$s>',
        'my @g = glob "some/*"; my @f = <some/file*>',
        'my $there = eval { symlink "", ""; 1 }',
        'die "this is caught\n" if !eval { die "so\n" }',
    );
    is_deeply told($_), [], $_ for @cases;
};

subtest 'what a variable keeps for each run' => sub {
    my $before = time;
    my $code   = <<~'END';
        our $own; my ($other, $copy, $set);
        BEGIN { our $start = time; $own = $$; our $used = (times)[0]; sleep 0 x 1 }
        BEGIN { $copy = \(my $inner = time); $set = time; $set = 7 }
        $other = $$;
        our ($start, $used);
        print join(' ', $start, $$copy, $own - $$, $other - $$, $set, ref \$start,
            $used >= 0 ? 'used' : ''), "\n";
        print $start + 0 == $start ? "number\n" : '';
        END
    my $seen = probe($code =~ s/sleep 0 x 1//r);
    is_deeply $seen->{told}, [], 'it is no look';
    my ($start, $copy, @rest) = split ' ', $seen->{out};
    ok $start >= $before && $start <= time, 'a variable has the time';
    ok $copy >= $before  && $copy <= time,  'so has what is referred to';
    is "@rest", '0 0 7 SCALAR used number',
        'another has the process id, and what was assigned later stays';
};

subtest 'XS code that asks for one variable' => sub {
    plan skip_all => 'Net::SSLeay is not installed'
        if !eval { require Net::SSLeay };
    my $code = "use Net::SSLeay ();\n";
    is_deeply probe($code, run => 0)->{told}, [], 'is told nothing';
    is probe($code, request => { MOD_PERL => 1 })->{differs}, 'MOD_PERL',
        'and depends on it';
};

subtest 'local elements' => sub {
    my $seen = probe(<<~'END', env => { A => 1 });
        BEGIN { our @l; { local $ENV{A} = 5; local $ENV{B} = 6;
            push @l, $ENV{A}, $ENV{B}; } push @l, $ENV{A}, exists $ENV{B} ? 1 : 0; }
        our @l; print "@l $ENV{A} ", exists $ENV{B} ? 1 : 0, ' ', `echo \$A\$B`;
        { local $ENV{B} = 3; print `echo \$A\$B` } print `echo \$A\$B`;
        END
    is $seen->{out}, "5 6 1 0 1 0 1\n13\n1\n", 'end with their block';
    is_deeply $seen->{told}, [], 'and are no look';
    is probe('BEGIN { local $ENV{A} = 5 }', request => { A => 2 })->{differs},
        'A', 'but depend on what comes back';
};

subtest 'modules' => sub {
    my @modules = qw(
        strict warnings utf8 CGI POSIX File::Temp Time::HiRes Encode Storable
        Data::Dumper IO::Socket IO::File Socket Sys::Hostname FindBin lib
        threads JSON::PP Digest::MD5 Digest::SHA Time::Local Getopt::Long
        File::Find Cwd Fcntl Carp Errno List::Util MIME::Base64
        Math::BigInt Text::Wrap IPC::Open3 English Time::Piece Tie::File
        Unicode::Normalize Sys::Syslog Benchmark File::Copy Compress::Zlib
        HTTP::Tiny Locale::Maketext Memoize Safe SelfLoader AutoLoader
    );

    for my $module (
        grep {
            $_ ne 'CGI'
                || eval { require CGI }
        } @modules
        )
    {
        my $import = $module eq 'lib' ? "'/tmp'" : '';
        my $seen   = probe("use $module $import;\n", run => 0);
        is_deeply $seen->{told}, [], $module;
    }
};

subtest 'before the effect' => sub {
    write_file("$dir/keep", 'kept');
    my $seen = probe(<<~"END", give_up => 1);
        BEGIN { unlink '$dir/keep' }
        BEGIN { mkdir '$dir/made' }
        END
    is_deeply $seen->{told},
        ["removes a file at $seen->{script} line 1"],
        'one effect is told with its place';
    ok -e "$dir/keep",  'the file is there';
    ok !-e "$dir/made", 'nothing after the effect has happened';
};

subtest 'files' => sub {
    my $seen = probe(<<~"END", run => 0);
        BEGIN {
            require './lib.pl';
            open my \$f, '<', '$dir/some/file.txt';
            opendir my \$d, 'some';
            my \$x = -e '$dir/absent';
            \$x = -d '$dir/some';
            \$x = -l 'some/link';
            \$x = eval { require Absent::Module };
            \$x = -x '/bin/sh';
            \$x = getpwuid 0;
        }
        use Storable;
        END
    my $file = $seen->{file};
    like $file->{"$dir/lib.pl"} // $file->{"$dir/./lib.pl"} // '', qr/c/,
        'a required file is a dependency';
    like $file->{"$dir/some/file.txt"}, qr/c/,
        'an opened file is a dependency';
    like $file->{"$dir/some"}, qr/d/, 'a directory that is listed';
    like $file->{"$dir/some"}, qr/e/, 'a directory that is there';
    is $file->{"$dir/absent"}, 'c-', 'a missing file';
    like $file->{"$dir/some/link"}, qr/l/, 'a link is a dependency';
    like $file->{'/bin/sh'}, qr/c/,
        'a program that is looked for is a dependency';
    like $file->{'/etc/passwd'}, qr/c/, 'the list of users is a dependency';
    ok(
        (
            grep { m{/Absent/Module\.pm\z} && $file->{$_} eq 'c-' }
                keys %$file
        ),
        'a missing module is a dependency'
    );
    ok((grep { m{/Storable\.pm\z} && $file->{$_} =~ /c/ } keys %$file),
        'a module is a dependency');
    ok((grep { m{/Storable\.so\z} && $file->{$_} =~ /c/ } keys %$file),
        "a module's shared object is a dependency");
    ok(
        (grep { m{/libc\.so} } keys %$file),
        'the shared libraries are dependencies'
    );
};

subtest 'variables' => sub {
    my $code = <<~'END';
        BEGIN { our $seen = $ENV{SEEN}; our $there = exists $ENV{ABSENT} }
        print "@{[ map { $_ // 'undef' } our $seen, $ENV{SEEN} ]}\n";
        END
    my $same = probe($code, env => { SEEN => 1 });
    is $same->{differs}, undef,
        'a variable that is the same is no difference';
    is $same->{out}, "1 1\n", 'a variable has its value';
    my %cases = (SEEN => 2, ABSENT => 1);
    for my $name (sort keys %cases) {
        my $other = probe(
            $code,
            env     => { SEEN  => 1 },
            request => { $name => $cases{$name} }
        );
        is $other->{differs}, $name, "another $name is a difference";
    }
    is probe($code, env => { SEEN => 1 }, request => { SEEN => '' })
        ->{differs},
        'SEEN', 'a variable that is no longer there is a difference';
    is probe($code, request => { OTHER => 3 })->{differs}, undef,
        'a variable that nobody looked at makes no difference';
};

subtest 'what is done to variables' => sub {
    my $show = 'print join("|", map { $_ // "undef" } @ENV{qw(A B C D)}),'
        . ' "\n", `echo "\$A|\$B|\$C|\$D"`;';
    my @cases = (
        [ '$ENV{A} = "set"',  { A => 9 },       'set|undef|undef|undef' ],
        [ '$ENV{A} = "same"', { A => 'other' }, 'same|undef|undef|undef' ],
        [ 'delete $ENV{A}',   { A => 9 },       'undef|undef|undef|undef' ],
        [ 'delete @ENV{qw(A B)}',      {},      'undef|undef|undef|undef' ],
        [ '$ENV{B} = 1; $ENV{B} .= 2', {},      'undef|12|undef|undef' ],
        [ '$ENV{C} ||= "was"',         {},      'undef|undef|was|undef' ],
        [
            'my $r = \$ENV{B}; $$r = "by reference"',
            {},
            'undef|by reference|undef|undef'
        ],
        [ '$_ = "all" for @ENV{qw(C D)}', {}, 'undef|undef|all|all' ],
        [ '@ENV{qw(C D)} = qw(c d)',      {}, 'undef|undef|c|d' ],
        [ '$ENV{A} = 1; delete $ENV{A}',  {}, 'undef|undef|undef|undef' ],
    );
    for my $case (@cases) {
        my ($code, $request, $values, $env) = @$case;
        my $seen = probe(
            "BEGIN { $code }\n$show\n",
            request => $request,
            env     => $env // { A => 'same' }
        );
        $values =~ s/\Aundef/same/
            if !$env && $code !~ /\bA\b/;
        my $shell = $values =~ s/undef//gr;
        is $seen->{out}, "$values\n$shell\n", $code;
        is_deeply $seen->{told}, [], 'changes of variables are not told';
    }
    my $seen = probe(
        "BEGIN { \$ENV{A} .= 'x' }\n$show\n",
        env     => { A => 1 },
        request => { A => 2 }
    );
    is $seen->{differs}, 'A', 'a variable that was read first must agree';
};

# %ENV and environ are two things: perl itself decides what an assignment to
# each does.
subtest 'assignments to variables' => sub {
    my @cases = (
        '$ENV{A} = undef',
        '$ENV{B} = undef; my $x = \$ENV{C}',
        '$ENV{B} = 1.50; our $sum = $ENV{B} + 1; $ENV{C} .= ""',
        '$ENV{C} = 1; $ENV{B} = 2; delete $ENV{C}; $ENV{C} = 3; $ENV{B} = 4',
        'delete $ENV{A}; $ENV{B} = 1; $ENV{A} = 2',
        'my $x = \$ENV{B}; $$x = 1; delete $ENV{B}; $$x = 2',
        '*x = \$ENV{B}; our $x = "by its glob"; chop $ENV{B}',
        '($ENV{B}, $ENV{C}) = (1, 2); @ENV{qw(B C)} = @ENV{qw(C B)}',
        'sub set { $_[0] = "an argument" } set($ENV{A})',
        'substr($ENV{B}, 0, 0) = "part"; vec($ENV{C}, 0, 8) = 65',
        '$ENV{B}++ for 1 .. 3; $ENV{B} = $ENV{C} = "both"',
        '$ENV{B} = "\x{e4}"; utf8::upgrade(my $u = "\x{f6}"); $ENV{C} = $u',
        'our $wide = $ENV{B} = "\x{263a}"; $ENV{C} = length $ENV{B}',
        '$ENV{B} = [1]; $ENV{C} = ref $ENV{B}; $ENV{B} = 1',
        'our $tied = tie $ENV{B}, "Tied"; $ENV{B} = 5; $ENV{C} = $ENV{B}',
        'tie $ENV{A}, "Tied"; our $seen = $ENV{A}; untie $ENV{A}',
        'tie $ENV{B}, "Tied"; our $seen = $ENV{B}; $ENV{B} = 2;'
            . ' untie $ENV{B}; $ENV{B} .= 3',
    );
    my $tied = 'package Tied; sub TIESCALAR { bless [1] } sub FETCH '
        . '{ $_[0][0]++ } sub STORE { push our @stored, $_[1] } package main;';
    my $show = <<~'END';
        print map { exists $ENV{$_} ? "$_ " . ($ENV{$_} // 'undef') . "\n" : () }
            'A' .. 'C';
        print grep { /^[A-C]=/ } `env`;
        print map { "$_\n" } @Tied::stored, our $sum // '', our $seen // '';
        END
    for my $code (@cases) {
        my $seen = probe("$tied BEGIN { no warnings; $code }\n$show",
            env => { A => 'old' });
        local %ENV = (PATH => $ENV{PATH}, A => 'old');
        is $seen->{out}, qx($^X $seen->{script}), $code;
    }
};

subtest 'a script that begins later' => sub {
    my $code = <<~'END';
        something else
        #!perl -w
        BEGIN { our $seen = $ENV{SEEN}; $ENV{SET} = 5; }
        BEGIN { @ENV{qw(ONE TWO)} = (1, 2) }
        print "$main::seen $ENV{SET} $ENV{TWO}\n", <DATA>;
        __END__
        data
        END
    my $seen = probe($code, switches => ['-x'], env => { SEEN => 1 });
    is $seen->{out}, "1 5 2\ndata\n", 'a program with -x runs';
    $seen = probe($code, switches => ['-x'], request => { SEEN => 2 });
    is $seen->{differs}, 'SEEN',
        'a variable is watched in a script that begins later';
    $seen = probe("\n#!perl\nBEGIN { my \@t = time }\n", switches => ['-x']);
    like $seen->{told}[0], qr/asks for the time/,
        'a script that begins later is traced from its beginning';
};

subtest 'arguments' => sub {
    my $code = 'BEGIN { our $first = shift } print "$first @ARGV\n";';
    is probe($code, args => [qw(a b)])->{out}, "a b\n",
        'words that BEGIN takes are taken from the request';
    is probe('BEGIN { my $n = @ARGV } 1;', args => ['x'])->{differs}, undef,
        'the same arguments make no difference';
};

subtest 'descriptors' => sub {
    my $seen = probe(<<~"END");
        BEGIN { open our \$file, '<', '$dir/some/file.txt'; <\$file> }
        print <\$file>, <DATA>, fileno(DATA) > 2 ? "ok\n" : "not\n";
        open my \$again, '<&=', fileno(\$file);
        print tell(\$again), "\n";
        __DATA__
        of the script
        END
    is $seen->{out}, "two\nof the script\nok\n8\n", 'go on where they were';
    is_deeply $seen->{told}, [], 'plain files are given to each child';
};

subtest 'the date' => sub {
    my $code
        = 'BEGIN { our $year = (localtime)[5] } print $year + 1900, "\n"';
    my $seen = probe($code);
    is $seen->{differs}, undef, 'the same year makes no difference';
    is $seen->{out}, (localtime)[5] + 1900 . "\n", 'the year is right';
    ok exists $seen->{file}{'/etc/localtime'}, 'the time zone was looked at';
};

subtest 'it ends with the compilation' => sub {
    my $seen = probe(<<~'END', stdin => "$dir/some/file.txt");
        my $x = time; my @k = keys %ENV; system 'true'; my $in = <STDIN>;
        print "$in", $^T > 0 ? "ok\n" : "not\n";
        END
    is_deeply $seen->{told}, [],
        'the trace does not tell of anything at run time';
    is $seen->{out}, "one\nok\n", 'a run works after the trace has ended';
};

subtest 'what fails to compile' => sub {
    for my $code ('BEGIN { die "no\n" }', 'my $x = ;', 'use Absent::Module;')
    {
        my $seen = probe($code);
        is $seen->{signal}, 0, "no signal ends the compilation: $code";
        ok $seen->{failed}, 'a failed compilation is reported';
    }
};

done_testing;
