# A replaced function of libc gets the arguments of its caller, before the
# compilation was stopped for it and afterwards: integers, floating-point
# numbers and arguments on the stack. A library stands in for libc's own
# functions, and prints its arguments.

use Mehari::Test;
use Config;
use ExtUtils::Embed ();
use Mehari::Test::Probe;

plan skip_all => probe_missing() if probe_missing();
plan skip_all => 'a sanitizer is to be the first library'
    if $ENV{MEHARI_PRELOAD};

my $place = probe_directory();

sub build ($name, $text) {
    my $file  = write_file("$place/$name.c", $text);
    my $flags = ExtUtils::Embed::ccopts() =~ s/\s+/ /gr;
    return !system "$Config{cc} -shared -fPIC -w $flags -o $place/$name.so"
        . " $file >$place/$name.log 2>&1";
}

# The library makes no system call, because these are libc's.
my $LIBC = <<~'C';
    #include <stdarg.h>
    #include <stdio.h>
    char said[1000];
    void syslog(int level, const char *format, ...)
    {
        va_list list;
        va_start(list, format);
        vsnprintf(said, sizeof(said), format, list);
        va_end(list);
    }
    int getnameinfo(long a, long b, long c, long d, long e, long f, long g)
    {
        snprintf(said, sizeof(said), "%ld %ld %ld %ld %ld %ld %ld", a, b, c, d,
                 e, f, g);
        return 7;
    }
    C
my $CALLER = <<~'C';
    #include <EXTERN.h>
    #include <perl.h>
    #include <XSUB.h>
    extern char said[];
    int look_up(long, ...) __asm__("getnameinfo");
    void say(int, const char *, ...) __asm__("syslog");
    XS(seven);
    XS(seven)
    {
        dXSARGS;
        int result = look_up(1L, -2L, 3L, -4L, 5L, -6L, 7L);
        ST(0) = sv_2mortal(newSVpvf("%d: %s", result, said));
        XSRETURN(1);
    }
    XS(mixed);
    XS(mixed)
    {
        dXSARGS;
        say(6, "%d %g %d %g %g %d %g %g %d %g %g %d %g %g %d %g", 1, 1.5, 2,
            2.5, 3.5, 3, 4.5, 5.5, 4, 6.5, 7.5, 5, 8.5, 9.5, 6, 10.5);
        ST(0) = sv_2mortal(newSVpv(said, 0));
        XSRETURN(1);
    }
    C
plan skip_all => 'no C compiler'
    if !build(next => $LIBC) || !build(caller => $CALLER);

my $HEAD = <<~"PERL";
    use DynaLoader;
    BEGIN {
        my \$library = DynaLoader::dl_load_file('$place/caller.so');
        DynaLoader::dl_install_xsub("main::\$_",
            DynaLoader::dl_find_symbol(\$library, \$_)) for qw(seven mixed);
    }
    PERL
my %said = (
    seven => '7: 1 -2 3 -4 5 -6 7',
    mixed => '1 1.5 2 2.5 3.5 3 4.5 5.5 4 6.5 7.5 5 8.5 9.5 6 10.5',
);
my %told = (
    seven => 'looks up a host',
    mixed => "writes to the system's log",
);
for my $name (sort keys %said) {
    my $seen = probe(<<~"PERL", env => { LD_PRELOAD => "$place/next.so" });
        $HEAD
        my (\$early, \$later);
        BEGIN { \$early = $name() }
        BEGIN { \$later = $name() }
        print "\$early\\n\$later\\n", $name(), "\\n";
        PERL
    is @{ $seen->{told} }, 2, "$name: the trace tells of each call";
    like $seen->{told}[0], qr/\A\Q$told{$name}\E at /, "$name: the reason";
    is $seen->{out}, "$said{$name}\n" x 3, "$name: each argument arrives";
}

done_testing;
