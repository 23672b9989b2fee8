# A compilation changes memory so that forks would share it, or not get it: each
# flag of mmap(), each advice of madvise(), locks, keys, memory of System V,
# memory files and devices. Each request finds such memory as under mod_cgi,
# whichever call was used: libc's function, libc's own body of it, the bare
# system call, or Perl's syscall(); from a module or from the constructor of a
# library; in each way of putting memory back. Memory that forks do get stays
# compiled once. docs/security.md has the same rows.

use Mehari::Test;
use Config;
use ExtUtils::Embed       ();
use Mehari::Test::Gateway qw(gateway_server script);
use Mehari::Test::Rollback;

my $LIBRARY = <<~'C';
    #define _GNU_SOURCE
    #include <EXTERN.h>
    #include <perl.h>
    #include <XSUB.h>
    #include <dlfcn.h>
    #include <errno.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>

    /* Variadic functions take their words from the same registers. */
    typedef long (*call_t)(long, long, long, long, long, long);

    static long bare(long number, const long *word)
    {
    #if defined(__x86_64__)
        long result;
        register long r10 __asm__("r10") = word[3];
        register long r8 __asm__("r8") = word[4];
        register long r9 __asm__("r9") = word[5];

        __asm__ volatile("syscall" : "=a"(result)
                         : "a"(number), "D"(word[0]), "S"(word[1]),
                           "d"(word[2]), "r"(r10), "r"(r8), "r"(r9)
                         : "rcx", "r11", "memory");
        return result < 0 ? -1 : result;
    #else
        return syscall(number, word[0], word[1], word[2], word[3], word[4],
                       word[5]);
    #endif
    }

    static const struct { const char *name; long number; } calls[] = {
        { "mmap", SYS_mmap }, { "madvise", SYS_madvise },
        { "mlock", SYS_mlock }, { "mlock2", SYS_mlock2 },
        { "mlockall", SYS_mlockall }, { "pkey_alloc", SYS_pkey_alloc },
        { "pkey_mprotect", SYS_pkey_mprotect },
        { "remap_file_pages", SYS_remap_file_pages },
        { "memfd_create", SYS_memfd_create }, { "shmget", SYS_shmget },
        { "shmat", SYS_shmat }, { "ftruncate", SYS_ftruncate },
    };

    XS(call_it);
    XS(call_it)
    {
        dXSARGS;
        const char *way = SvPV_nolen(ST(0));
        const char *name = SvPV_nolen(ST(1));
        long word[6] = { 0 };
        long result = -1;

        for (int i = 0; i < 6 && i + 2 < items; i++)
            word[i] = SvPOK(ST(i + 2)) ? (long)SvPV_nolen(ST(i + 2))
                                       : (long)SvIV(ST(i + 2));
        if (strEQ(way, "bare")) {
            for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
                if (strEQ(calls[i].name, name))
                    result = bare(calls[i].number, word);
        } else {
            void *where = strEQ(way, "inner")
                ? dlopen("libc.so.6", RTLD_LAZY) : RTLD_DEFAULT;
            call_t call = (call_t)dlsym(where, name);

            if (call)
                result = call(word[0], word[1], word[2], word[3], word[4],
                              word[5]);
            if ((int)result == -1)
                result = -1;
        }
        XSRETURN_IV(result);
    }

    XS(peek);
    XS(peek)
    {
        dXSARGS;
        ST(0) = sv_2mortal(newSVpv((char *)SvIV(ST(0)), 0));
        XSRETURN(1);
    }

    XS(poke);
    XS(poke)
    {
        dXSARGS;
        strcpy((char *)SvIV(ST(0)), SvPV_nolen(ST(1)));
        XSRETURN_EMPTY;
    }

    #ifdef CONSTRUCTOR
    static char *constructed;

    __attribute__((constructor)) static void construct(void)
    {
        constructed = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        strcpy(constructed, "clean");
    }

    XS(built);
    XS(built)
    {
        dXSARGS;
        XSRETURN_IV((IV)constructed);
    }
    #endif
    C

# Code that runs while the script is compiled, with the address in $at; the text
# that the run prints before it writes there; and whether the script stays
# shared. X stands for the way of the call.
my $MAP   = q(call('X', 'mmap', 0, 65536, 3, FLAGS, -1, 0));
my $FILE  = q(call('X', 'mmap', 0, 4096, 1, FLAGS, fileno $f, 0));
my $PEEK  = 'peek($at)';
my $LOCKS = q(do { local (@ARGV, $/) = '/proc/self/status'; )
    . q(my ($size) = <> =~ /VmLck:\s*(\d+)/; $size ? 'locked' : 'not locked' });
my $OPEN = q{call('libc', 'mprotect', $at, 4096, 3), } . $PEEK;

sub mapped ($flags) {
    return 'our $at = ' . ($MAP =~ s/FLAGS/$flags/r) . ';';
}

sub advised ($advice, $run = $PEEK, $kept = 0) {
    my $make
        = mapped(0x22)
        . q( poke($at, 'clean');)
        . qq( our \$done = call('X', 'madvise', \$at, 65536, $advice););
    return [ $make, qq(\$done, $run), $kept ];
}

my $shared = mapped(0x21);
my %ROW    = (
    'shared'                 => [ "$shared poke(\$at, 'clean');", $PEEK ],
    'shared, not to be read' => [ $shared =~ s/65536, 3/65536, 0/r, $OPEN ],
    'shared, to be read'     => [ $shared =~ s/65536, 3/65536, 1/r, $OPEN ],
    'shared and validated, of a memory file' => [
        q(our $f = call('X', 'memfd_create', 'x', 0);)
            . q( call('X', 'ftruncate', $f, 4096);)
            . q( our $at = call('X', 'mmap', 0, 4096, 3, 3, $f, 0);)
            . q( poke($at, 'clean');),
        $PEEK
    ],
    'a memory file' => [
        q(our $f = call('X', 'memfd_create', 'x', 0); open our $x, '+<&=', $f;),
        q(do { sysseek $x, 0, 0; sysread $x, my $was, 9; sysseek $x, 0, 0;)
            . q( syswrite $x, $ENV{QUERY_STRING}; $was })
    ],
    'memory of System V' => [
        q(our $at = call('X', 'shmat', call('X', 'shmget', 0, 4096, 01600),)
            . q( 0, 0); poke($at, 'clean');),
        $PEEK
    ],
    'shared, of /dev/zero' => [
        q(open my $f, '+<', '/dev/zero' or die; our $at = )
            . ($FILE =~ s/FLAGS/1/r =~ s/4096, 1/4096, 3/r)
            . q(; poke($at, 'clean');),
        $PEEK
    ],
    'droppable' => [ mapped(0x28), '$at > 0' ],
    'locked' => [ mapped(0x2022) . q( poke($at, 'clean');), "$PEEK, $LOCKS" ],
    'of huge pages' => [ mapped(0x40022), '$at > 0' ],
    'grows down'    => [ mapped(0x122) . q( poke($at, 'clean');), $PEEK, 1 ],
    'reserves nothing, and is there, for a stack' =>
        [ mapped(0x2C022) . q( poke($at, 'clean');), $PEEK, 1 ],
    'private, of a file' => [
        q(open my $f, '<', '/etc/passwd'; our $at = )
            . ($FILE =~ s/FLAGS/2/r) . ';',
        $PEEK,
        1
    ],
    'shared, of a file that only others write' => [
        q(open my $f, '<', '/etc/passwd'; our $at = )
            . ($FILE =~ s/FLAGS/1/r) . ';',
        $PEEK,
        1
    ],
    'MADV_DONTFORK'     => advised(10),
    'MADV_DOFORK'       => advised(11),
    'MADV_WIPEONFORK'   => advised(18),
    'MADV_KEEPONFORK'   => advised(19),
    'MADV_HWPOISON'     => advised(100, 1),
    'MADV_REMOVE'       => advised(9),
    'MADV_GUARD'        => advised(102, 1),
    'MADV_GUARD_REMOVE' => advised(103),
    'mlock'  => [ mapped(0x22) . q(call('X', 'mlock', $at, 4096);), $LOCKS ],
    'mlock2' =>
        [ mapped(0x22) . q(call('X', 'mlock2', $at, 4096, 1);), $LOCKS ],
    # The limit counts all memory of a process, and a template has more of it.
    'mlockall' => [
        q(our $done = call('X', 'mlockall', 1);),
        qq(\$done < 0 ? 'locked' : $LOCKS)
    ],
    'mlockall of what comes' => [
        q(call('X', 'mlockall', 2);),
        "call('libc', 'mmap', 0, 65536, 3, 0x22, -1, 0) > 0, $LOCKS"
    ],
    'a key' => [
        mapped(0x22)
            . q(poke($at, 'clean');)
            . q( our $key = call('X', 'pkey_alloc', 0, 0);)
            . q( our $done = call('X', 'pkey_mprotect', $at, 4096, 3, $key);),
        "\$key, \$done, $PEEK"
    ],
    'pages in another order' => [
        "$shared poke(\$at + 4096, 'clean');"
            . q(call('X', 'remap_file_pages', $at, 4096, 0, 1, 0);),
        $PEEK
    ],
    map { ("advice $_" => advised($_, $_ == 4 || $_ == 8 ? 1 : $PEEK, 1)) }
        0 .. 4,
    8,
    12 .. 17,
    20 .. 23,
    25
);

my $h     = gateway_server(start => 0, modules => ['cgid']);
my @ways  = ('fork', rollback_missing() ? () : trackers());
my $place = $h->document_root . '/library';
mkdir $place;
mkdir $h->document_root . '/cgi';

sub build ($name, $define) {
    my $file  = write_file("$place/$name.c", $LIBRARY);
    my $flags = ExtUtils::Embed::ccopts() =~ s/\s+/ /gr;
    return !system "$Config{cc} -shared -fPIC -w $flags $define"
        . " -o $place/$name.so $file -ldl >$place/$name.log 2>&1";
}

plan skip_all => 'no C compiler'
    if !build('memory', '') || !build('constructed', '-DCONSTRUCTOR');

sub page ($name, $make, $run, %options) {
    my $library  = $options{library} // 'memory';
    my $first    = $options{first}   // '';
    my @function = qw(call_it peek poke);
    push @function, 'built' if $library eq 'constructed';
    my $text = <<~"PERL";
        #!$^X
        $first
        use DynaLoader;
        BEGIN {
            my \$l = DynaLoader::dl_load_file('$place/$library.so') or die;
            DynaLoader::dl_install_xsub("main::\$_",
                DynaLoader::dl_find_symbol(\$l, \$_)) for qw(@function);
            *call = \\&call_it;
        }
        BEGIN { $make }
        our \$at;
        print "Content-Type: text/plain\\n\\n", join('|', map { \$_ // '' } $run),
            "\\n";
        if (\$ENV{QUERY_STRING} && (\$at // 0) > 0) {
            call('libc', 'mprotect', \$at, 4096, 3);
            eval { poke(\$at, \$ENV{QUERY_STRING}) } if \$ENV{QUERY_STRING} ne 'no';
        }
        PERL
    script($h, "$name.pl", $text);
    return script($h, "cgi/$name.pl", $text);
}

my %page;
for my $row (sort keys %ROW) {
    my ($make, $run, $kept) = $ROW{$row}->@*;
    my $name = $row =~ s/\W+/_/gr;
    for my $way (qw(libc inner bare)) {
        next if $way eq 'inner' && $row eq 'MADV_GUARD';    # in no list
        $page{"$name-$way"} = $kept && $way ne 'bare';
        page("$name-$way", map { s/\bX\b/$way/gr } $make, $run);
    }
}
$page{constructor} = 0;
page('constructor', 'our $at = built();', $PEEK, library => 'constructed');
$page{syscall} = 0;
page(
    'syscall',
    q(our $at = syscall(NUMBER, 0, 4096, 3, 0x21, -1, 0);)
        =~ s/NUMBER/$Config{archname} =~ m{^aarch64} ? 222 : 9/er
        . q( poke($at, 'clean');),
    $PEEK
);

# Here each run loads the library for itself.
$page{late} = 0;
page(
    'late', q(our $at = 0; our $key = call('bare', 'pkey_alloc', 0, 0);),
    '$key', first => 'BEGIN { our $look = $ENV{QUERY_STRING} }'
);

# Code that is loaded for all scripts: by `preload`, which reports such memory,
# or by PERL5OPT, which nobody watches.
for my $way (qw(libc inner)) {
    write_file("$place/My_$way.pm", <<~"PERL");
        package My_$way;
        use DynaLoader;
        my \$l = DynaLoader::dl_load_file('$place/memory.so') or die;
        DynaLoader::dl_install_xsub("My_$way\::\$_",
            DynaLoader::dl_find_symbol(\$l, \$_)) for qw(call_it peek poke);
        our \$at = call_it('$way', 'mmap', 0, 4096, 3, 0x21, -1, 0);
        poke(\$at, 'clean');
        1;
        PERL
    script($h, "loaded-$way.pl", <<~"PERL");
        use My_$way;
        print "Content-Type: text/plain\n\n", My_$way\::peek(\$My_$way\::at), "\n";
        My_$way\::poke(\$My_$way\::at, \$ENV{QUERY_STRING});
        PERL
}
my @loaded = map {
    my $way = $_;
    map { [ $way, $_ ] } qw(libc inner)
} qw(preload option);

sub loaded_config ($how, $way) {
    my $keys = $how eq 'preload' ? "preload=My_$way" : '';
    my $option
        = $how eq 'option' ? qq(SetEnv PERL5OPT "-I$place -MMy_$way") : '';
    return <<~"CONF";
        PerlPool $how$way concurrency=4 env=PERL5LIB=$place $keys
        Alias "/$how$way/" "\${DOCUMENT_ROOT}/"
        <Location "/$how$way/">
            PerlUsePool $how$way
            SetEnv PERL5LIB $place
            $option
        </Location>
        CONF
}

$h->{config} = join '', (map { loaded_config(@$_) } @loaded),
    (map { <<~"CONF" } @ways), $h->{config}, <<~'CONF';
    PerlPool $_ restore=$_ concurrency=4
    Alias "/$_/" "\${DOCUMENT_ROOT}/"
    <Location "/$_/">
        PerlUsePool $_
    </Location>
    CONF
    LogLevel perl:debug
    <Directory "${DOCUMENT_ROOT}/cgi">
        SetHandler cgi-script
    </Directory>
    CONF
$h->start;

# A guard, or a locked file without write permission, cannot be written to.
sub query ($page, $count) {
    return $page =~ /GUARD|file|huge|droppable/
        ? 'no'
        : "request$count";
}

# The first requests get runs of a zygote; then come those of a template, which
# alone knows what its runs have done.
sub requests ($page) {
    return $page =~ /bare|late/ ? 8 : 4;
}

for my $way (@ways) {
    my (@wrong, @unseen, @stopped);
    for my $page (sort keys %page) {
        my $expected = get($h, "/cgi/$page.pl?no")->body // 'nothing';
        my $mark     = $h->error_log_mark;
        for my $count (1 .. requests($page)) {
            my $query = query($page, $count);
            my $body  = get($h, "/$way/$page.pl?$query")->body // 'nothing';
            push @wrong, "$page, request $count: $body for $expected"
                if $body ne $expected;
        }
        my $told = $h->error_log_since($mark) =~ /compiled for each request/;
        push @unseen, $page
            if !$told && !$page{$page} && $page !~ /bare|inner/;
        push @stopped, $page if $told && $page{$page};
    }
    is_deeply \@wrong, [], "restore=$way: each request finds its own"
        or diag @wrong;
    is_deeply \@unseen, [], "restore=$way: the script is said to be unshared";
    is_deeply \@stopped, [], "restore=$way: what forks get is shared";
}

for (@loaded) {
    my ($how, $way) = @$_;
    my @bodies
        = map { get($h, "/$how$way/loaded-$way.pl?request$_")->body } 1 .. 4;
    is_deeply \@bodies, [ ("clean\n") x 4 ],
        "loaded for all scripts ($how, $way): each request finds its own";
}

done_testing;
