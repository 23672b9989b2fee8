package Mehari::Test::Generator::Hard;

# Acts of a program on its process and its memory, for Mehari::Test::Generator. The
# program's output is the same each time, until it ends.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT = qw(hard_act is_deadly);

my @SIGNALS = qw(HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV PIPE ALRM
    TERM XCPU XFSZ VTALRM PROF IO SYS RTMIN);

my @XS = (
    'require Digest::SHA; print STDOUT Digest::SHA::sha1_hex("a"), "\n";',
    'require Digest::MD5; print STDOUT Digest::MD5::md5_hex("a"), "\n";',
    'require Storable; my $c = Storable::dclone([ 1, [2], { a => 3 } ]); '
        . 'print STDOUT $c->[1][0], "\n";',
    'require POSIX; print STDOUT POSIX::floor(2.5), POSIX::strtol("7f", 16), "\n";',
    'require Encode; print STDOUT length Encode::encode("utf-16", "abc"), "\n";',
    'require Time::HiRes; Time::HiRes::usleep(300);',
    'require Socket; print STDOUT length Socket::inet_aton("127.0.0.1"), "\n";',
    'require Compress::Raw::Zlib; print STDOUT Compress::Raw::Zlib::crc32("a"), "\n";',
    'require Unicode::Normalize; print STDOUT length Unicode::Normalize::NFD(chr 228), "\n";',
    'require Hash::Util; { my %h = (a => 1); Hash::Util::lock_keys(%h); '
        . 'print STDOUT eval { $h{b} = 1 } ? "open\n" : "locked\n" }',
    'require Math::BigInt; print STDOUT Math::BigInt->new(2)->bpow(90), "\n";',
    'require I18N::Langinfo; print STDOUT I18N::Langinfo::langinfo('
        . 'I18N::Langinfo::CODESET()), "\n";',
    'require Data::Dumper; { local $Data::Dumper::Sortkeys = 1; '
        . 'print STDOUT Data::Dumper::Dumper({ a => [1] }) }',
    'require B; print STDOUT B::svref_2object(\&main::s0)->GV->NAME, "\n";',
    'require Opcode; print STDOUT scalar(Opcode::opset_to_ops('
        . 'Opcode::opset(":base_io"))) ? "ops\n" : "none\n";',
    'require Sys::Hostname; print STDOUT length Sys::Hostname::hostname() ? 1 : 0;',
    'require Tie::File; require SDBM_File; '
        . 'print STDOUT SDBM_File->can("TIEHASH") ? "sdbm\n" : "none\n";',
    'open my $map, "<:mmap", $0 and do { my @l = <$map>; '
        . 'print STDOUT @l > 3 ? "lines\n" : "few\n" };',
);

my @MEMORY = (
    'my $large = "x" x 30_000_000; print STDOUT length $large, "\n"; undef $large;',
    '{ my @list = map { [$_] } 1 .. 40_000; print STDOUT scalar @list, "\n" }',
    '{ my %h = map { $_ => "v$_" } 1 .. 20_000; delete @h{ 1 .. 9_999 }; '
        . 'print STDOUT scalar(keys %h), "\n" }',
    '{ my $nest = 1; $nest = [$nest] for 1 .. 30_000; }',
    'push @P::list, map { { n => $_ } } 1 .. 3_000; splice @P::list, 2;',
    '{ my $s = "ab" x 300_000; my $n = () = $s =~ /(a)(?=b)/g; '
        . 'print STDOUT "$n\n"; $s =~ tr/a/c/; $s .= "d" for 1 .. 9 }',
    '{ my @s = sort { $b <=> $a } map { $_ * 7 % 1001 } 1 .. 20_000; '
        . 'print STDOUT "$s[0]\n" }',
    'eval join ";", map { "sub many$_ { $_ }" } 1 .. 400; '
        . 'print STDOUT main::many7(), "\n";',
);

my @CHILDREN = (
    'system "true"; print STDOUT "$?\n";',
    '{ local $/ = "\n"; print STDOUT `echo from a shell`; }',
    '{ if (open my $pipe, "-|", "echo", "piped") { print STDOUT <$pipe> } }',
    '{ my $p = fork; if (!$p) { exec "true" or exit 9 } '
        . 'waitpid $p, 0; print STDOUT "$?\n" }',
    '{ my $p = fork; if (!$p) { my @l = map { [$_] } 1 .. 5_000; '
        . 'require POSIX; POSIX::_exit(2) } waitpid $p, 0; '
        . 'print STDOUT $? >> 8, "\n" }',
    '{ my $p = fork; if (!$p) { kill KILL => $$; sleep 1 } '
        . 'waitpid $p, 0; print STDOUT $? & 127, "\n" }',
    # Nobody waits for this child, which outlives the script.
    'if (!fork) { close STDIN; close STDOUT; close STDERR; require POSIX; '
        . 'POSIX::setsid(); my @l = map { [$_] } 1 .. 5_000; '
        . 'select undef, undef, undef, 0.03; POSIX::_exit(0) }',
    'fork or do { require POSIX; POSIX::_exit(0) };',
    '{ require IPC::Open3; my $p = IPC::Open3::open3(my $to, my $from, undef,'
        . ' "cat"); print {$to} "through a cat\n"; close $to; '
        . 'print STDOUT <$from>; waitpid $p, 0 }',
    '{ $SIG{CHLD} = sub { 1 while waitpid(-1, 1) > 0 }; system "true"; '
        . '$SIG{CHLD} = "DEFAULT" }',
);

my @PROCESS = (
    'require POSIX; print STDOUT POSIX::setlocale(POSIX::LC_ALL(), "C.UTF-8")'
        . ' // "no locale", "\n";',
    'require POSIX; POSIX::setlocale(POSIX::LC_NUMERIC(), "C"); '
        . 'print STDOUT 1.5, "\n";',
    '$SIG{USR1} = sub { print STDOUT "signal $_[0]\n"; push @P::list, 1 }; '
        . 'kill USR1 => $$;',
    '{ local $SIG{ALRM} = sub { die "in time\n" }; require Time::HiRes; '
        . 'eval { Time::HiRes::ualarm(3000); 1 while 1 }; print STDOUT $@; }',
    '{ require Time::HiRes; local $SIG{VTALRM} = sub { die "worked\n" }; eval {'
        . ' Time::HiRes::setitimer(Time::HiRes::ITIMER_VIRTUAL(), 0.002); '
        . '1 while 1 }; print STDOUT $@ }',
    '{ require POSIX; POSIX::sigaction(POSIX::SIGUSR2(), POSIX::SigAction->new('
        . 'sub { print STDOUT "with action\n" }, POSIX::SigSet->new(10), 0)); '
        . 'kill USR2 => $$ }',
    '$0 = "a name " x 40; print STDOUT length $0, "\n";',
    'umask 077; chdir "/tmp"; require POSIX; POSIX::setpgid(0, 0); POSIX::nice(1);',
    '{ require POSIX; POSIX::close($_) for 5 .. 20; POSIX::dup2(2, 17) }',
    '{ local $^F = 50; open my $fh, "<", "/dev/null"; push @ga, 1 }',
    '{ my $tie = tie my %h, "Tied2"; sub Tied2::TIEHASH { bless {} } '
        . 'sub Tied2::FETCH { "t$_[1]" } print STDOUT "$h{x}\n" }',
);

# No thread stays: perl does not say which thread a signal reaches.
my @THREADS = (
    '{ require threads; threads->create(sub { my @l = map { [$_] } 1 .. 900; '
        . 'return scalar @l })->join }',
    '{ require threads; my @t = map { my $n = $_; threads->create(sub { '
        . 'my %h = map { $_ => $n } 1 .. 300; return scalar keys %h }) } 1 .. 3;'
        . ' print STDOUT map { $_->join } @t; print STDOUT "\n" }',
);

# A program may do nothing more after one of these.
my @DEADLY = (
    (
        map {
            (
                "kill $_ => \$\$; select undef, undef, undef, 0.01;",
                "\$| = 1; kill $_ => \$\$; select undef, undef, undef, 0.01;"
            )
        } map { "'$_'" } @SIGNALS
    ),
    'require POSIX; POSIX::abort();',
    '$| = 1; require POSIX; POSIX::abort();',
    'require POSIX; POSIX::_exit(3);',
    '$| = 1; require POSIX; POSIX::_exit(0);',
    'exec "echo", "executed";',
    'exec "/nonexistent/program"; print STDOUT "still there\n";',
    'unpack "p", pack "J", 16;',
    '{ package Deep; use overload q("") => sub { "$_[0]" } } '
        . 'no warnings "recursion"; my $text = "" . bless [], "Deep";',
    '{ sub Odd::DESTROY { require POSIX; POSIX::_exit(5) } '
        . 'my $o = bless [], "Odd"; }',
    'END { kill KILL => $$ }',
    '{ my @l = sort { exit 3 } 3, 2, 1; }',
    '{ local $SIG{__WARN__} = sub { exit 6 }; warn "so" }',
    '$SIG{TERM} = sub { print STDOUT "terminated\n"; exit 4 }; kill TERM => $$;',
    '$SIG{SEGV} = sub { exit 7 }; kill SEGV => $$;',
    '{ require Time::HiRes; $SIG{ALRM} = "DEFAULT"; Time::HiRes::ualarm(2000); '
        . '1 while 1 }',
    '{ my $self = $$; if (!fork) { select undef, undef, undef, 0.003; '
        . 'kill KILL => $self; require POSIX; POSIX::_exit(0) } '
        . 'my @l; @l = map { [$_] } 1 .. 500 while 1; }',
    '{ my $self = $$; $| = 1; if (!fork) { close STDOUT; close STDERR; '
        . 'select undef, undef, undef, 0.003; kill TERM => $self; '
        . 'require POSIX; POSIX::_exit(0) } sleep 10; sleep 10 }',
    '{ require threads; threads->create(sub { exit 8 })->join }',
    '{ require threads; threads->create(sub { exec "true" }); sleep 10 }',
    'eval { require "sys/syscall.ph"; syscall(&SYS_exit_group, 3) };',
    'eval { require "sys/syscall.ph"; syscall(&SYS_munmap, 4096 * 16, 4096) };',
);

sub pick (@list) { return $list[ rand @list ] }

sub hard_act () {
    return pick(@DEADLY) if rand() < 0.2;
    return pick(pick(\@XS, \@MEMORY, \@CHILDREN, \@PROCESS, \@PROCESS)->@*)
        if rand() < 0.95;
    return pick(@THREADS);
}

# True if the text has an act after which a program may not end by itself.
sub is_deadly ($text) {
    return grep { index($text, $_) >= 0 } @DEADLY;
}

1;
