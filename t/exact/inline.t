# Libraries that ask the kernel or the processor without libc: what compiles
# stops there, and each process that is made of it asks for itself.

use Mehari::Perl;
use Config;
use ExtUtils::Embed ();
use Test::More;

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Probe;

plan skip_all => 'x86-64 on Linux only'
    if $^O ne 'linux' || $Config{archname} !~ /\Ax86_64/;

my $h     = gateway_server(start => 0);
my $place = $h->document_root . '/lib';

my $ASKS = <<~'C';
    #include <EXTERN.h>
    #include <perl.h>
    #include <XSUB.h>
    #include <sys/syscall.h>
    #include <sys/utsname.h>
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

sub build ($name, $text) {
    my $file  = write_file("$place/$name.c", $text);
    my $flags = ExtUtils::Embed::ccopts() =~ s/\s+/ /gr;
    return !system "$Config{cc} -shared -fPIC -w $flags -o $place/$name.so"
        . " $file >$place/$name.log 2>&1";
}

plan skip_all => 'no C compiler' if !build('asks', $ASKS);

my $HEAD = <<~"PERL";
    use DynaLoader;
    BEGIN {
        my \$library = DynaLoader::dl_load_file('$place/asks.so');
        for my \$name (qw(pid fails clock_low clock_processor)) {
            DynaLoader::dl_install_xsub("main::\$name",
                DynaLoader::dl_find_symbol(\$library, \$name));
        }
    }
    PERL

SKIP: {
    skip probe_missing(), 1 if probe_missing();
    my %told = (
        'pid()'             => qr/\Amakes a system call without libc at /,
        'fails()'           => qr/\Amakes a system call without libc at /,
        'clock_low()'       => qr/\Areads the processor's clock at /,
        'clock_processor()' => qr/\Areads the processor's clock at /,
    );
    my $first = probe("$HEAD BEGIN { pid() }", run => 0)->{told};
    skip 'the kernel or the processor cannot', 1 if !@$first;
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

$h->start;
write_file($h->document_root . '/inline.pl', <<~"PERL", 0755);
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
for my $number (1 .. 8) {
    my $body = get($h, "/inline.pl", timeout => 30)->body;
    like $body, qr/\Aits own, new, SigCgt:\t0+$/,
        "request $number sees its own state, and no handler of a signal";
}
$h->stop;

done_testing;
