# Libraries that ask the kernel or the processor without libc: the compilation
# stops there, and each process that is made of it asks by itself. Some kernels
# lack an option of prctl() and so do not report such system calls: there, each
# process loads such a library by itself.

use Mehari::Test;
use Config;
use ExtUtils::Embed ();
use Mehari::Test::Gateway;
use Mehari::Test::Probe;
use Mehari::Test::Sandbox;

my $PR_SET_SYSCALL_USER_DISPATCH = 59;

plan skip_all => 'x86-64 on Linux only'
    if $^O ne 'linux' || $Config{archname} !~ /\Ax86_64/;

my $place = probe_directory() . '/lib';

my $XS = <<~'C';
    #include <EXTERN.h>
    #include <perl.h>
    #include <XSUB.h>
    C
my $ASKS = $XS . <<~'C';
    #include <signal.h>
    #include <sys/syscall.h>
    static long call(long number, void *to)
    {
        long result;
        __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(to)
                         : "rcx", "r11", "memory");
        return result;
    }
    XS(pid);
    XS(pid) { dXSARGS; XSRETURN_IV(call(SYS_getpid, NULL)); }
    XS(fails);
    XS(fails) { dXSARGS; XSRETURN_IV(call(SYS_uname, (void *)8)); }
    XS(blocks);
    XS(blocks)
    {
        dXSARGS;
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGUSR1);
        pthread_sigmask(SIG_BLOCK, &set, NULL);
        sigemptyset(&set);
        sigprocmask(SIG_BLOCK, NULL, &set);
        XSRETURN_IV(sigismember(&set, SIGUSR1));
    }
    XS(clock_low);
    XS(clock_low)
    {
        dXSARGS;
        unsigned low, high;
        __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
        XSRETURN_UV(((UV)high << 32) | low);
    }
    XS(clock_processor);
    XS(clock_processor)
    {
        dXSARGS;
        unsigned low, high, processor = 12345;
        __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
        XSRETURN_UV(processor != 12345 && high ? 1 : 0);
    }
    C

sub build ($name, $text, $needs = '') {
    my $file  = write_file("$place/$name.c", $text);
    my $flags = ExtUtils::Embed::ccopts() =~ s/\s+/ /gr;
    return !system "$Config{cc} -shared -fPIC -w $flags -o $place/$name.so"
        . " $file $needs >$place/$name.log 2>&1";
}

plan skip_all => 'no C compiler' if !build('asks', $ASKS);

sub loading ($library, @names) {
    return <<~"PERL";
        use DynaLoader;
        BEGIN {
            my \$library = DynaLoader::dl_load_file('$place/$library.so');
            for my \$name (qw(@names)) {
                DynaLoader::dl_install_xsub("main::\$name",
                    DynaLoader::dl_find_symbol(\$library, \$name));
            }
        }
        PERL
}
my $HEAD = loading('asks', qw(pid fails blocks clock_low clock_processor));

SKIP: {
    skip probe_missing(), 1 if probe_missing();
    my %told = (
        'pid()'             => qr/\Amakes a system call without libc at /,
        'fails()'           => qr/\Amakes a system call without libc at /,
        'clock_low()'       => qr/\Areads the processor's clock at /,
        'clock_processor()' => qr/\Areads the processor's clock at /,
    );
    my $first = probe("$HEAD BEGIN { pid() }", run => 0)->{told};
    skip 'the kernel or the processor cannot', 1
        if !@$first || $first->[0] =~ /\Aloads /;
    for my $code (sort keys %told) {
        my $seen = probe("$HEAD BEGIN { $code }", run => 0);
        is @{ $seen->{told} }, 1, "the trace tells of $code once";
        like $seen->{told}[0], $told{$code}, $code;
        is $seen->{signal}, 0, 'no signal ends the compilation';
    }
    is_deeply probe($HEAD, run => 0)->{told}, [], 'ld.so may load libraries';
    my $seen = probe(<<~"PERL");
        $HEAD
        our (\@one, \@two);
        BEGIN { \@one = (fails(), clock_processor()); clock_low() or die }
        print "\@one ", fails(), clock_processor(), pid() == \$\$ ? 1 : 0;
        PERL
    is $seen->{out}, '-14 1 -1411',
        'each instruction answers as it does elsewhere';
    $seen = probe("$HEAD our \$has; BEGIN { \$has = blocks() } print \$has");
    is $seen->{out}, '1',
        'a mask of signals stays, whichever library sets it';
    for my $code (
        '$SIG{SYS} = sub { }',
        '$SIG{SEGV} = "IGNORE"',
        'use POSIX; sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGSYS))'
        )
    {
        my $told = probe("$HEAD BEGIN { $code; pid() }", run => 0)->{told};
        like "@$told",
            qr/\Amakes a system call without libc at \S+ line \d+\z/,
            "the trace still tells of one after $code";
    }
}

my $SCRIPT = <<~"PERL";
    #!/usr/bin/perl
    $HEAD
    our (\$pid, \$clock, \$signals);
    BEGIN { \$pid = pid() }
    BEGIN { \$clock = clock_low() }
    open my \$status, '<', '/proc/self/status' or die;
    (\$signals) = grep { /^SigCgt/ } <\$status>;
    my \$seen = -e "$place/last" ? do { local \@ARGV = "$place/last"; <> } : '';
    open my \$out, '>', "$place/last" or die;
    print \$out \$clock;
    print "Content-Type: text/plain\\n\\n",
        \$pid == \$\$ ? 'its own' : 'of another', ', ',
        \$seen eq \$clock ? 'the same' : 'new', ', ', \$signals;
    PERL
chmod 0777, $place;

# Before glibc 2.34, libpthread is a library of its own and handles two signals.
sub by_perl ($code) {
    open my $perl, '-|', $Config{perlpath}, '-e', $code or die $!;
    return join '', <$perl>;
}
my $SIGNALS
    = by_perl('open $s, "/proc/self/status"; print grep /^SigCgt/, <$s>');

# Runs the examples in a server of their own, whose log must match $says.
sub examine ($says = undef) {
    my $h    = gateway_server(config => "LogLevel perl:debug\n");
    my $mark = $h->error_log_mark;
    script($h, 'inline.pl', $SCRIPT);
    unlink "$place/last";
    for my $number (1 .. 8) {
        my $body = get($h, '/inline.pl', timeout => 30)->body;
        is $body, "its own, new, $SIGNALS",
            "request $number sees its own state, and no handler of a signal";
    }
    log_like($h, $mark, $says, 'the log says why') if $says;
    $h->stop;
    return;
}
examine();

# --- a kernel that does not report them --------------------------------------

my $UNSEEN = 'whose system calls without libc this kernel does not report';
my $told   = qr{\Aloads \Q$place\E/asks\.so, $UNSEEN};

refuse_prctl($PR_SET_SYSCALL_USER_DISPATCH);
SKIP: {
    skip probe_missing(), 1 if probe_missing();
    my $seen
        = probe("$HEAD BEGIN { pid() }", run => 0, give_up => 1, site => 1);
    is @{ $seen->{told} }, 1, 'the trace tells of the library once';
    like $seen->{told}[0], qr/$told at \S+ line \d+\z/, '... where it loads';

    my $quiet = 'XS(quiet); XS(quiet) { dXSARGS; XSRETURN_IV(7); }';
    build('quiet', "$XS $quiet");
    $seen = probe(loading('quiet', 'quiet') . 'print quiet()', site => 1);
    is_deeply $seen->{told}, [], 'a library without such calls may be loaded';
    is $seen->{out}, '7', '... and used';

    build('needs', "$XS $quiet", "-Wl,--no-as-needed $place/asks.so");
    $seen = probe(loading('needs', 'quiet'), run => 0, site => 1);
    is @{ $seen->{told} }, 1, 'one that it needs counts, too';
    like $seen->{told}[0], $told, '... by its name';

    $seen = probe('use POSIX; use Socket; use Storable; use re; print 1');
    is_deeply $seen->{told}, [],
        "perl's own and libc's are those of the system";
}
examine(qr/each request from here on: loads \S+asks\.so, $UNSEEN/);

done_testing;
