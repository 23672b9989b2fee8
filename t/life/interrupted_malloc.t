# A stop or a hard restart ends prefork's children by a signal, which comes at any
# time. None of them calls malloc() or free() inside an interrupted call,
# neither in the middle of Perl nor between the requests of a connection, and
# children that wait for a client end before httpd kills them. MEHARI_RESTARTS
# says how many restarts.
#
# A new child runs only httpd's code until its modules have started. Until then,
# a signal ends it anywhere. So each restart waits for all children.

use Mehari::Test;
use Config;
use POSIX       qw(_exit);
use Time::HiRes qw(sleep);
use Mehari::Test::Client;
use Mehari::Test::Gateway qw(wait_until);
use constant CHILDREN => 5;

plan skip_all => 'a sanitizer has a malloc() of its own'
    if $ENV{MEHARI_PRELOAD};
my $times = $ENV{MEHARI_RESTARTS} // 15;

my $h = server(
    workers  => CHILDREN,
    handlers => {
        '/busy'  => 'My::busy',
        '/short' => 'My::short',
    },
    config => <<~'CONF',
        KeepAlive On
        KeepAliveTimeout 60
        MaxKeepAliveRequests 0
        PerlRequire ${ROOT}/conf/startup.pl
        PerlChildInitHandler My::child_init
        PerlChildExitHandler My::child_exit
        CONF
    files => { 'static.txt' => "static\n" },
    start => 0,
);
write_file($h->root . '/conf/startup.pl', <<~'PERL');
    package My;
    use strict;
    use warnings;
    use Apache2::RequestRec ();
    use Apache2::RequestIO ();
    use Apache2::ServerUtil ();

    # Memory that the end of a child frees.
    our %kept = map { $_ => 'k' x $_ } 1 .. 1000;
    my $folder = Apache2::ServerUtil::server_root() . '/tmp';

    sub some { return [ map { 'x' x (1100 + 16 * int rand 300) } 1 .. 300 ] }

    sub busy {
        my ($r) = @_;
        $r->print("busy\n");
        $r->rflush;
        my $held;
        $held = some() while 1;
    }

    sub short {
        my ($r) = @_;
        some();
        $r->print('short');
        return 0;
    }

    sub note {
        my ($file) = @_;
        open my $out, '>>', "$folder/$file" or die "cannot open $file: $!";
        syswrite $out, "$$\n";
        return 0;
    }

    sub child_init { note('begins') }

    sub child_exit {
        undef %kept;
        note('ends');
    }
    1;
    PERL
my ($begins, $ends) = map { $h->root . "/tmp/$_" } qw(begins ends);
write_file($_, '', 0666) for $begins, $ends;
my $stop = $h->root . '/tmp/stop';

# A call from a signal's handler ends the process and says so.
sub build_watch () {
    my $place = $h->root . '/tmp/watch';
    write_file("$place.c", <<~'C');
        #include <stddef.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
        extern void *__libc_realloc(void *, size_t);
        extern void __libc_free(void *);
        static volatile int inside;
        static const char words[] = "malloc() is called inside malloc()\n";

        static int enter(void)
        {
            if (syscall(SYS_gettid) != getpid())
                return 0;
            if (inside)
                _exit(write(2, words, sizeof(words) - 1) < 0);
            return inside = 1;
        }

        #define CALL(type, name, ...)               \
            int entered = enter();                  \
            type result = __libc_##name(__VA_ARGS__); \
            if (entered)                            \
                inside = 0;                         \
            return result

        void *malloc(size_t size) { CALL(void *, malloc, size); }
        void *calloc(size_t n, size_t size) { CALL(void *, calloc, n, size); }
        void *realloc(void *p, size_t size) { CALL(void *, realloc, p, size); }
        void free(void *p)
        {
            int entered = enter();
            __libc_free(p);
            if (entered)
                inside = 0;
        }
        C
    my $flags = "$Config{optimize} -shared -fPIC";
    system("$Config{cc} $flags -o $place.so $place.c") == 0
        or die "Cannot compile $place.c.\n";
    return "$place.so";
}

# Sends requests over kept connections until the file exists.
sub load ($path) {
    my $pid = fork // die "Cannot start a process: $!.\n";
    return $pid if $pid;
    while (!-e $stop) {
        eval {
            my $client = Mehari::Test::Client->new($h);
            1 while !-e $stop && $client->request($path)->complete;
        };
    }
    _exit(0);
}

sub count ($file) { return scalar(() = read_file($file) =~ /\n/g) }

sub restart () {
    wait_until(sub { count($begins) >= CHILDREN }, 60)
        or die "The children do not begin.\n";
    write_file($begins, '');
    return $h->restart;
}

# Restarts under load. Returns the number of children that ended in the middle
# of malloc().
sub interrupted (@paths) {
    my @clients = map { load($_) } @paths;
    my $mark    = $h->error_log_mark;
    for (1 .. $times) {
        sleep rand 0.1;
        restart();
    }
    write_file($stop, '');
    restart();
    waitpid $_, 0 for @clients;
    unlink $stop;
    my $log = $h->error_log_since($mark);
    unlike $log, qr/exit signal/, 'no child has crashed, or had to be killed';
    return scalar(() = $log =~ /malloc\(\) is called inside/g);
}

$h->{env}{LD_PRELOAD} = build_watch();
$h->start;
is interrupted(('/busy') x 4),                 0, 'in the middle of Perl';
is interrupted(('/short', '/static.txt') x 2), 0, 'between requests';

subtest 'children that wait' => sub {
    write_file($ends, '');
    my @clients = map { Mehari::Test::Client->new($h) } 1 .. 2;
    is $_->request('/static.txt')->body, "static\n", 'a connection is kept'
        for @clients;
    my $mark = $h->error_log_mark;
    restart();
    is count($ends), CHILDREN, 'each child has run PerlChildExitHandler';
    unlike $h->error_log_since($mark), qr/SIGKILL/,
        'no child had to be killed';
};

done_testing;
