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

# The modules to load, and an expression. $k is kept between two of its uses.
my @MODULES = (
    'Apache::Session' => [
        'use Apache::Session::Generate::MD5 ();',
        'do { my $s = { args => {} }; '
            . 'Apache::Session::Generate::MD5::generate($s); '
            . '$s->{data}{_session_id} }'
    ],
    'BSD::arc4random' => [
        'use BSD::arc4random ();',
        'join ",", map BSD::arc4random::arc4random(), 1 .. 3'
    ],
    'BSD::arc4random, tied' => [
        'use BSD::arc4random qw($RANDOM);',
        'join ",", map $RANDOM, 1 .. 8'
    ],
    'Bytes::Random::Secure' => [
        'use Bytes::Random::Secure ();',
        'Bytes::Random::Secure::random_bytes_hex(16)'
    ],
    'Bytes::Random::Secure, object' => [
        'use Bytes::Random::Secure ();',
        '($k //= Bytes::Random::Secure->new(NonBlocking => 1))->bytes_hex(16)'
    ],
    'CGI::Session' => [
        'use CGI::Session::ID::md5 ();',
        'CGI::Session::ID::md5->generate_id'
    ],
    'Crypt::CBC' =>
        [ 'use Crypt::CBC ();', 'unpack "H*", Crypt::CBC->random_bytes(16)' ],
    'Crypt::DH::GMP' => [
        'use Crypt::DH::GMP ();',
        'do { my $d = Crypt::DH::GMP->new('
            . 'p => "170141183460469231731687303715884105727", g => "3"); '
            . '$d->generate_keys; $d->priv_key }'
    ],
    'Crypt::GeneratePassword' => [
        'use Crypt::GeneratePassword ();',
        'Crypt::GeneratePassword::chars(20, 20)',
        'near'
    ],
    'Crypt::OpenSSL::Bignum' => [
        'use Crypt::OpenSSL::Bignum ();',
        'Crypt::OpenSSL::Bignum->rand_range('
            . 'Crypt::OpenSSL::Bignum->new_from_hex("f" x 32))->to_hex'
    ],
    'Crypt::OpenSSL::DSA' => [
        'use Crypt::OpenSSL::DSA ();',
        'do { my $d = $k //= '
            . 'Crypt::OpenSSL::DSA->generate_parameters(512, "x" x 20); '
            . '$d->generate_key; unpack "H*", $d->get_priv_key }'
    ],
    'Crypt::OpenSSL::EC' => [
        'use Crypt::OpenSSL::EC (); use Crypt::OpenSSL::Bignum ();',
        'do { my $k = Crypt::OpenSSL::EC::EC_KEY::new_by_curve_name(415); '
            . 'Crypt::OpenSSL::EC::EC_KEY::generate_key($k); '
            . 'Crypt::OpenSSL::EC::EC_KEY::get0_private_key($k)->to_hex }'
    ],
    'Crypt::OpenSSL::RSA' => [
        'use Crypt::OpenSSL::RSA ();',
        'Crypt::OpenSSL::RSA->generate_key(512)->get_private_key_string'
    ],
    'Crypt::OpenSSL::Random' => [
        'use Crypt::OpenSSL::Random ();',
        'unpack "H*", Crypt::OpenSSL::Random::random_bytes(16)'
    ],
    'Crypt::PK::ECC' => [
        'use Crypt::PK::ECC ();',
        'unpack "H*", Crypt::PK::ECC->new->generate_key("secp256k1")'
            . '->export_key_raw("private")'
    ],
    'Crypt::PK::Ed25519' => [
        'use Crypt::PK::Ed25519 ();',
        'unpack "H*", Crypt::PK::Ed25519->new->generate_key'
            . '->export_key_raw("private")'
    ],
    'Crypt::PRNG' =>
        [ 'use Crypt::PRNG ();', 'Crypt::PRNG::random_bytes_hex(16)' ],
    'Crypt::PRNG, object' => [
        'use Crypt::PRNG ();',
        '($k //= Crypt::PRNG->new("Yarrow"))->bytes_hex(16)'
    ],
    'Crypt::PRNG::ChaCha20' => [
        'use Crypt::PRNG::ChaCha20 ();',
        'Crypt::PRNG::ChaCha20::random_bytes_hex(16)'
    ],
    'Crypt::Random::Seed' => [
        'use Crypt::Random::Seed ();',
        'unpack "H*", ($k //= Crypt::Random::Seed->new(NonBlocking => 1))'
            . '->random_bytes(16)'
    ],
    'Crypt::Random::Source' => [
        'use Crypt::Random::Source ();',
        'unpack "H*", Crypt::Random::Source::get_weak(16)'
    ],
    'Crypt::SaltedHash' => [
        'use Crypt::SaltedHash ();',
        'do { my $c = Crypt::SaltedHash->new(salt_len => 16); '
            . '$c->add("x"); $c->generate }'
    ],
    'Crypt::URandom' => [
        'use Crypt::URandom ();',
        'unpack "H*", Crypt::URandom::urandom(16)'
    ],
    'DBD::SQLite' => [
        'use DBI ();',
        '($k //= DBI->connect("dbi:SQLite::memory:"))'
            . '->selectrow_array("select random() || hex(randomblob(16))")'
    ],
    'Data::Entropy' => [
        'use Data::Entropy::Algorithms ();',
        'join ",", map Data::Entropy::Algorithms::rand_int(1e9), 1 .. 2'
    ],
    'Data::GUID'   => [ 'use Data::GUID ();', 'Data::GUID->new->as_string' ],
    'Data::Random' => [
        'use Data::Random ();',
        'join "", Data::Random::rand_chars('
            . 'set => "alphanumeric", min => 16, max => 16)',
        'near'
    ],
    'Data::UUID' => [
        'use Data::UUID ();',
        '($k //= Data::UUID->new)->create_str',
        'clock'
    ],
    'Data::UUID::LibUUID' => [
        'use Data::UUID::LibUUID ();',
        'Data::UUID::LibUUID::new_uuid_string(4)'
    ],
    'Data::UUID::LibUUID, time' => [
        'use Data::UUID::LibUUID ();',
        'Data::UUID::LibUUID::new_uuid_string(1)'
    ],
    'Data::UUID::MT' => [
        'use Data::UUID::MT ();',
        '($k //= Data::UUID::MT->new)->create_string'
    ],
    'File::Temp' =>
        [ 'use File::Temp ();', 'File::Temp->new->filename', 'near' ],
    'File::Temp, name' => [
        'use File::Temp ();',
        'scalar File::Temp::tempnam("/tmp", "x")', 'near'
    ],
    'IO::Socket::SSL' => [
        'use IO::Socket::SSL (); use IO::Socket::SSL::Utils ();',
        'IO::Socket::SSL::Utils::PEM_key2string('
            . 'IO::Socket::SSL::Utils::KEY_create_ec())'
    ],
    'IO::Socket::SSL, bytes' => [
        'use IO::Socket::SSL ();',
        'do { Net::SSLeay::RAND_bytes(my $b, 16); unpack "H*", $b }'
    ],
    'IO::Socket::SSL, rand' =>
        [ 'use IO::Socket::SSL ();', 'rand() . "," . rand', 'near' ],
    'IO::Socket::SSL, serial' => [
        'use IO::Socket::SSL (); use IO::Socket::SSL::Utils ();',
        'join ",", grep { defined } '
            . 'map { Net::SSLeay::P_ASN1_INTEGER_get_hex('
            . 'Net::SSLeay::X509_get_serialNumber($_)) } '
            . '(IO::Socket::SSL::Utils::CERT_create())[0]'
    ],
    'Mojolicious' => [
        'use Mojolicious::Lite; use Mojo::Util ();',
        'join ",", Mojo::Util::sha1_sum(rand() . $$ . Mojo::Util::steady_time()),'
            . ' rand'
    ],
    'Net::SMTP, bytes' => [
        'use Net::SMTP ();',
        'do { require Net::SSLeay; Net::SSLeay::RAND_bytes(my $b, 16); '
            . 'unpack "H*", $b }'
    ],
    'XML::LibXML' => [
        'use XML::LibXML ();',
        'join ",", XML::LibXML->load_xml(string => "<a/>")->toString, rand',
        'near'
    ],
    'DBD::Pg'  => [ 'use DBI; use DBD::Pg;', 'rand() . "," . rand', 'near' ],
    'DateTime' => [ 'use DateTime;',         'rand() . "," . rand', 'near' ],
    'Moose'    => [ 'use Moose;',            'rand() . "," . rand', 'near' ],
    'GD'       => [ 'use GD;',               'rand() . "," . rand', 'near' ],
    'RRDs'     => [ 'use RRDs;',             'rand() . "," . rand', 'near' ],
    'List::Util' => [
        'use List::Util ();',
        'join ",", List::Util::shuffle(1 .. 40)', 'near'
    ],
    'Math::Random::Free' => [
        'use Math::Random::Free ();',
        'join ",", Math::Random::Free::random_uniform(3)', 'near'
    ],
    'Math::Random::ISAAC' => [
        'use Math::Random::ISAAC ();',
        'join ",", map { ($k //= Math::Random::ISAAC->new(time, $$, '
            . 'int rand 2**31))->irand } 1 .. 2',
        'near'
    ],
    'Math::Random::ISAAC::XS' => [
        'use Math::Random::ISAAC::XS ();',
        'join ",", map { ($k //= Math::Random::ISAAC::XS->new(time, $$, '
            . 'int rand 2**31))->irand } 1 .. 2',
        'near'
    ],
    'Math::Random::MT' => [
        'use Math::Random::MT ();',
        'join ",", map { ($k //= Math::Random::MT->new)->rand } 1 .. 2',
        'near'
    ],
    'Math::Random::MT, rand()' =>
        [ 'use Math::Random::MT qw(rand);', 'rand() . "," . rand()', 'near' ],
    'Math::Random::MT::Auto' => [
        'use Math::Random::MT::Auto ();',
        'Math::Random::MT::Auto::irand()'
    ],
    'Math::Random::OO' => [
        'use Math::Random::OO::Uniform ();',
        '($k //= Math::Random::OO::Uniform->new(0, 1))->next',
        'near'
    ],
    'Math::Random::Secure' => [
        'use Math::Random::Secure ();',
        'Math::Random::Secure::irand() . "," . Math::Random::Secure::irand()'
    ],
    'Math::Random::TT800' => [
        'use Math::Random::TT800 ();',
        '($k //= Math::Random::TT800->new)->next',
        'same'
    ],
    'Net::SSLeay' => [
        'use Net::SSLeay ();',
        'do { Net::SSLeay::RAND_bytes(my $b, 16); unpack "H*", $b }'
    ],
    'Net::SSLeay, private' => [
        'use Net::SSLeay ();',
        'do { Net::SSLeay::RAND_priv_bytes(my $b, 16); unpack "H*", $b }'
    ],
    'OSSP::uuid' => [
        'use OSSP::uuid ();',
        'do { my $u = $k //= OSSP::uuid->new; '
            . '$u->make("v4"); $u->export("str") }'
    ],
    'OSSP::uuid, time' => [
        'use OSSP::uuid ();',
        'do { my $u = $k //= OSSP::uuid->new; '
            . '$u->make("v1"); $u->export("str") }'
    ],
    'Plack::Session' => [
        'use Plack::Session::State ();',
        'Plack::Session::State->new->generate'
    ],
    'Session::Token' =>
        [ 'use Session::Token ();', '($k //= Session::Token->new)->get' ],
    'String::Random' => [
        'use String::Random ();',
        'String::Random->new->randpattern("s" x 16)', 'near'
    ],
    'Time::HiRes' => [
        'use Time::HiRes (); use Digest::MD5 ();',
        'Digest::MD5::md5_hex(Time::HiRes::time() . $$)'
    ],
    'Types::UUID' =>
        [ 'use Types::UUID ();', 'Types::UUID::Uuid()->generate' ],
    'UUID' => [
        'use UUID ();',
        'do { UUID::generate_random(my $u); UUID::unparse($u, my $s); $s }'
    ],
    'UUID, time' => [
        'use UUID ();',
        'do { UUID::generate_time(my $u); UUID::unparse($u, my $s); $s }'
    ],
    'UUID::Tiny' => [
        'use UUID::Tiny ();',
        'UUID::Tiny::create_UUID_as_string(UUID::Tiny::UUID_V4())', 'near'
    ],
    'UUID::Tiny, time' => [
        'use UUID::Tiny ();',
        'UUID::Tiny::create_UUID_as_string(UUID::Tiny::UUID_V1())'
    ],
    'UUID::URandom' =>
        [ 'use UUID::URandom ();', 'UUID::URandom::create_uuid_string()' ],
);

my @PERL = (
    'rand'         => [ '',                  'rand() . "," . rand',  'near' ],
    'srand'        => [ '',                  'srand() . "," . rand', 'near' ],
    'srand, early' => [ 'srand(time ^ $$);', 'rand() . "," . rand',  'near' ],
    'srand, 42'    => [ '', 'do { $k //= srand 42; rand }',          'same' ],
    'srand, pid'   =>
        [ '', 'do { $k //= srand(time * 65599 ^ $$); rand }', 'near' ],
    '/dev/urandom' => [
        '',
        'do { $k //= do { open my $f, "<", "/dev/urandom"; $f }; '
            . 'sysread $k, my $b, 16; unpack "H*", $b }'
    ],
    'system call' => [
        'use Config; BEGIN { require "sys/syscall.ph" }',
        'do { my $b = "\0" x 16; syscall &SYS_getrandom, $b, 16, 0; '
            . 'unpack "H*", $b }'
    ],
);

# Of the library below.
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

# Builds that into a folder. 1: its constructor seeds a generator; 2: it keeps
# states that a fork is to end; without, it has none. False: no compiler.
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

# name => { load, value, kind }. kind says what different answers have: "new"
# numbers; "same", always; "near": new ones, but for those that the program's
# seed makes the same by chance; "clock": new ones, but for those of processes
# that asked in the same microsecond.
sub entropy_sources ($folder = undef) {
    my %pairs = (@PERL, @MODULES);
    my %sources;
    for my $name (keys %pairs) {
        my ($load, $value, $kind) = @{ $pairs{$name} };
        $sources{$name}
            = { load => $load, value => $value, kind => $kind // 'new' };
    }
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

# The text of a script that prints a number of that source. $when: where it is
# loaded and first used.
sub entropy_script ($source, $when) {
    return
          "#!$^X\nour \$k;\n"
        . $USE{$when}->($source)
        . 'print "Content-Type: text/plain\n\n$v";' . "\n";
}

1;
