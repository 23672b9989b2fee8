package Mehari::Test::Entropy;

# Sources of random numbers and identifiers in Perl programs, and scripts that
# use them: see t/exact/entropy.t.

use Mehari::Perl;
use Config;
use Exporter        qw(import);
use ExtUtils::Embed ();
use File::Basename  qw(dirname);

use Mehari::Test;

our @EXPORT = qw(entropy_sources entropy_script build_entropy_library);

# Reads Entropy/sources.txt: after "= NAME [KIND]" come the modules to load, and
# after "--" an expression, whose variable $k is kept between two of its uses.
sub perl_sources () {
    my $file = __FILE__ =~ s{\.pm\z}{/sources.txt}r;
    my %sources;
    for my $source (split /^= /m, read_file($file)) {
        my ($name, $kind, $load, $value)
            = $source =~ /\A(.*?)(?: \[(\w+)\])?\n(?:(.*)\n)?-- (.*)\n\z/
            or next;
        $sources{$name} = {
            load  => $load // '',
            value => $value,
            kind  => $kind // 'new'
        };
    }
    return %sources;
}

# The sources of the library below.
my %LIBRARY = (
    'libc: rand, not seeded'  => [ 'plain',         'same' ],
    'libc: rand'              => [ 'libc_rand',     'near' ],
    'libc: random'            => [ 'libc_random',   'near' ],
    'libc: drand48'           => [ 'libc_drand48',  'near' ],
    'libc: random_r'          => [ 'libc_random_r', 'near' ],
    'libc: arc4random'        => ['libc_arc4random'],
    'libc: getentropy'        => ['libc_getentropy'],
    'own: seeded when loaded' => ['seeded_when_loaded'],
    'own: wiped by fork'      => ['wiped_by_fork'],
    'own: pthread_atfork'     => ['told_by_atfork'],
    'own: pid compared'       => ['pid_compared'],
    'own: AT_RANDOM'          => ['at_random'],
);

my $LIBRARY = <<'EOF_C';
#define _GNU_SOURCE
#include <EXTERN.h>
#include <perl.h>
#include <XSUB.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>

/* A generator that somebody wrote: splitmix64. */
typedef struct { uint64_t state, seeded; } generator;

static uint64_t next(generator *g)
{
    uint64_t z = (g->state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static void fill(generator *g)
{
    if (getrandom(&g->state, sizeof(g->state), 0) < 0)
        abort();
    g->seeded = 1;
}

static generator loaded, by_atfork, by_pid, *wiped;
static pid_t known;

static void in_child(void) { by_atfork.seeded = 0; }

#ifdef AT_LOAD
/* No system call shows this, so the compilation goes on behind it. */
static uint64_t ticks(void)
{
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#endif
}

__attribute__((constructor)) static void begin(void)
{
    if (AT_LOAD == 1) {
        fill(&loaded);
        return;
    }
    wiped = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(wiped, 4096, MADV_WIPEONFORK);
    pthread_atfork(NULL, NULL, in_child);
    wiped->state = by_atfork.state = ticks();
    wiped->seeded = by_atfork.seeded = 1;
}
#endif

static void mix(void)
{
    static int done;
    if (done++)
        return;
    unsigned from = (unsigned)time(NULL) * 65599 ^ (unsigned)getpid();
    srand(from);
    srand48(from);
}

#define NUMBER(name, expression)                                               \
    XS(name);                                                                  \
    XS(name)                                                                   \
    {                                                                          \
        dXSARGS;                                                               \
        char text[64];                                                         \
        PERL_UNUSED_VAR(items);                                                \
        snprintf(text, sizeof(text), "%llx",                                   \
                 (unsigned long long)(expression));                            \
        ST(0) = sv_2mortal(newSVpv(text, 0));                                  \
        XSRETURN(1);                                                           \
    }

static uint64_t entropy(void)
{
    uint64_t number;
    if (getentropy(&number, sizeof(number)))
        abort();
    return number;
}

static uint64_t reentrant(void)
{
    static struct random_data data;
    static char state[64];
    static int done;
    int32_t number;
    if (!done++)
        initstate_r((unsigned)time(NULL) * 65599 ^ (unsigned)getpid(), state,
                    sizeof(state), &data);
    random_r(&data, &number);
    return (uint64_t)number;
}

NUMBER(plain, rand())
NUMBER(libc_rand, (mix(), rand()))
NUMBER(libc_random, (mix(), random()))
NUMBER(libc_drand48, (mix(), lrand48()))
NUMBER(libc_random_r, reentrant())
#if __GLIBC_PREREQ(2, 36)
NUMBER(libc_arc4random, (uint64_t)arc4random() << 32 | arc4random())
#else
NUMBER(libc_arc4random, entropy())
#endif
NUMBER(libc_getentropy, entropy())
NUMBER(seeded_when_loaded, next(&loaded))
NUMBER(wiped_by_fork, (wiped->seeded || (fill(wiped), 1), next(wiped)))
NUMBER(told_by_atfork,
       (by_atfork.seeded || (fill(&by_atfork), 1), next(&by_atfork)))
NUMBER(pid_compared, (known == getpid() || (fill(&by_pid), known = getpid()),
                      next(&by_pid)))
NUMBER(at_random, *(uint64_t *)getauxval(AT_RANDOM))
EOF_C

# Builds the library into a folder, once for each value of AT_LOAD: with 1 its
# constructor seeds a generator, with 2 it keeps states that a fork is to end, and
# without a value there is no constructor. Returns false if there is no compiler.
sub build_entropy_library ($folder) {
    my $flags = ExtUtils::Embed::ccopts() =~ s/\s+/ /gr;
    write_file("$folder/entropy.c", $LIBRARY);
    for my $kind (0 .. 2) {
        my $define = $kind ? "-DAT_LOAD=$kind" : '';
        return 0
            if system "$Config{cc} -shared -fPIC -w $flags $define"
            . " -o $folder/entropy$kind.so $folder/entropy.c -lpthread"
            . " >$folder/entropy.log 2>&1";
    }
    return 1;
}

sub of_library ($folder, $name) {
    my ($function, $kind) = @{ $LIBRARY{$name} };
    my $at_load
        = $function eq 'seeded_when_loaded'     ? 1
        : $function =~ /\A(?:wiped_by|told_by)/ ? 2
        :                                         0;
    return {
        load => "use DynaLoader ();\nBEGIN {\n"
            . "my \$l = DynaLoader::dl_load_file('$folder/entropy$at_load.so')"
            . " or die DynaLoader::dl_error();\n"
            . "DynaLoader::dl_install_xsub('main::number', "
            . "DynaLoader::dl_find_symbol(\$l, '$function'));\n}",
        value => 'main::number()',
        kind  => $kind // 'new',
    };
}

# Returns name => { load, value, kind }. The kind says which numbers different
# answers have: "same", always the same; "new", always new ones; "near", new ones
# unless the program's seed makes them the same by chance; "clock", new ones unless
# the processes asked in the same microsecond.
sub entropy_sources ($folder = undef) {
    my %sources = perl_sources();
    $sources{$_} = of_library($folder, $_) for $folder ? keys %LIBRARY : ();
    return \%sources;
}

my %USE = (
    late => sub ($source) {
        my $text = "$source->{load}\n$source->{value}";
        return "my \$v = eval <<'EOF_LATE' // print \$@;\n$text\nEOF_LATE\n";
    },
    loaded => sub ($source) {
        return "$source->{load}\nmy \$v = $source->{value};\n";
    },
    seeded => sub ($source) {
        return "$source->{load}\nBEGIN { our \$first = $source->{value} }\n"
            . "my \$v = $source->{value};\n";
    },
    forked => sub ($source) {
        return
              "$source->{load}\nBEGIN { our \$first = $source->{value} }\n"
            . "pipe my \$r, my \$w;\nmy \$pid = fork;\n"
            . "if (!\$pid) { my \$v = $source->{value};"
            . " syswrite \$w, \$v; require POSIX; POSIX::_exit(0) }\n"
            . "close \$w;\nmy \$v = join '', <\$r>;\nwaitpid \$pid, 0;\n"
            . "\$v .= ', its parent too' if \$v eq ($source->{value});\n";
    },
);

# Returns the text of a script that prints a number of that source. $when says
# where the script loads the source and first uses it.
sub entropy_script ($source, $when) {
    return
          "#!$^X\nour \$k;\n"
        . $USE{$when}->($source)
        . 'print "Content-Type: text/plain\n\n$v";' . "\n";
}

1;
