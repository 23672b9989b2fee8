# A library that initializes itself once (pthread_once) looks at the process
# in the middle of that. The compilation stops there. Each run goes on from
# there, comes to pthread_once again, and does not wait for itself.

use Mehari::Test;
use Config;
use ExtUtils::Embed ();
use File::Temp      ();
use Mehari::Test::Gateway;
use Mehari::Test::Rollback;

plan skip_all => 'there is no IO::Socket::SSL'
    if !eval { require IO::Socket::SSL };

my $folder = File::Temp->newdir('mehari-once-XXXXXX', TMPDIR => 1);
chmod 0755, $folder;
my $file = write_file("$folder/first.c", <<~'C');
    #include <EXTERN.h>
    #include <perl.h>
    #include <XSUB.h>
    #include <pthread.h>
    #include <unistd.h>
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static pid_t pid;
    static void begin(void) { pid = getpid(); }
    XS(first);
    XS(first) { dXSARGS; pthread_once(&once, begin); XSRETURN_IV(pid); }
    C
my $flags = ExtUtils::Embed::ccopts() =~ s/\s+/ /gr;
plan skip_all => 'no C compiler'
    if system "$Config{cc} -shared -fPIC -w $flags -o $folder/first.so"
    . " $file >$folder/log 2>&1";

my @ways = ('fork', rollback_missing() ? () : (trackers())[0]);
my $h    = gateway_server(config => join '', map { <<~"CONF" } @ways);
    PerlPool $_ restore=$_ request-timeout=20
    Alias "/$_/" "\${DOCUMENT_ROOT}/"
    <Location "/$_/">
        PerlUsePool $_
    </Location>
    CONF
script($h, 'first.pl', <<~"PERL");
    use DynaLoader;
    BEGIN {
        DynaLoader::dl_install_xsub('main::first', DynaLoader::dl_find_symbol(
            DynaLoader::dl_load_file('$folder/first.so'), 'first'));
        require Net::SSLeay;
        no warnings 'redefine';
        *Net::SSLeay::randomize = sub { first() };
    }
    use IO::Socket::SSL ();
    print "Content-Type: text/plain\\n\\n", first() == \$\$ ? 'own' : 'another';
    PERL
for my $way (@ways) {
    for my $number (1 .. 3) {
        my $response = get($h, "/$way/first.pl", timeout => 30);
        is $response->body, 'own',
            "restore=$way, request $number has an answer";
    }
}

done_testing;
