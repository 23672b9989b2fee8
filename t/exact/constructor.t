# Shared objects whose constructors look at the process: the compilation stops
# there, and each process that is made of it can load others. perl loads one
# such object; libc itself loads the other, for a character set (as it does for
# users).

use Mehari::Test;
use Config;
use ExtUtils::Embed ();
use Mehari::Test::Gateway;

my $h     = gateway_server(start => 0);
my $place = $h->document_root . '/lib';

my $CONSTRUCTOR = <<~'C';
    #include <unistd.h>
    #include <gconv.h>
    static int seen;
    __attribute__((constructor)) static void begin(void) { seen = getpid(); }
    int gconv_init(struct __gconv_step *step) { return __GCONV_NOCONV; }
    int gconv(struct __gconv_step *step, struct __gconv_step_data *data,
              const unsigned char **in, const unsigned char *in_end,
              unsigned char **out, size_t *irreversible, int flush, int more)
    {
        return seen;
    }
    C

my $LOADER = <<~'C';
    #include <EXTERN.h>
    #include <perl.h>
    #include <XSUB.h>
    #include <iconv.h>
    XS(ask_libc);
    XS(ask_libc)
    {
        dXSARGS;
        iconv_open("X-OURS//", "UTF-8");
        XSRETURN_EMPTY;
    }
    C

sub build ($name, $text) {
    my $file  = write_file("$place/$name.c", $text);
    my $flags = ExtUtils::Embed::ccopts() =~ s/\s+/ /gr;
    return !system "$Config{cc} -shared -fPIC -w $flags -o $place/$name.so"
        . " $file >$place/$name.log 2>&1";
}

plan skip_all => 'no C compiler'
    if !build('OURS', $CONSTRUCTOR) || !build('loader', $LOADER);
write_file("$place/gconv-modules",
    "module X-OURS// INTERNAL OURS 1\nmodule INTERNAL X-OURS// OURS 1\n");

my $HEAD = "use DynaLoader;\nBEGIN { our \$place = '$place' }\n";
my $TAIL = <<~'PERL';
    BEGIN { require POSIX; require List::Util; require Digest::SHA }
    print "Content-Type: text/plain\n\n",
        POSIX::floor(List::Util::sum(1.5, 2)), ' ',
        Digest::SHA::sha1_hex($ENV{QUERY_STRING}), "\n";
    PERL
script($h, 'perl.pl', $HEAD . <<~'PERL' . $TAIL);
    BEGIN { DynaLoader::dl_load_file("$main::place/OURS.so") or die }
    PERL
script($h, 'libc.pl', $HEAD . <<~'PERL' . $TAIL);
    BEGIN {
        $ENV{GCONV_PATH} = $main::place;
        my $loader = DynaLoader::dl_load_file("$main::place/loader.so") or die;
        DynaLoader::dl_install_xsub('main::ask_libc',
            DynaLoader::dl_find_symbol($loader, 'ask_libc'));
        main::ask_libc();
    }
    PERL
$h->start;

# libc reads environ while the request's variables replace it. perl then makes
# the array smaller. It stays in its place, unless realloc() is a sanitizer's.
my @by = $ENV{MEHARI_PRELOAD} ? 'perl' : qw(perl libc);
for my $name (@by) {
    for my $round (1 .. 4) {
        my $mark     = $h->error_log_mark;
        my $response = get($h, "/$name.pl?$round", timeout => 30);
        require Digest::SHA;
        is $response->body, '3 ' . Digest::SHA::sha1_hex($round) . "\n",
            "$name has its digest in round $round"
            or diag $h->error_log_since($mark);
    }
}

done_testing;
