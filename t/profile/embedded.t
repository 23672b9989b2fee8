# PerlProfile inside httpd: handlers, Registry scripts, PSGI, forks, restarts,
# the key of clients that may ask for a profile, and refused settings.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Profile;

needs_nytprof();

my $KEY = 'a-key-of-the-test-0123456789';

sub busy ($name) { return "sub $name { my \$n = 0; \$n += \$_ for 1 .. 99 }" }

my %FILES = (
    'lib/My/Site.pm' => <<~"PERL",
        package My::Site;
        use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
        use Apache2::RequestRec ();
        use Apache2::RequestIO ();
        ${\busy('work')}
        sub fixup { work(); return -1 }
        sub handler {
            my (\$r) = \@_;
            work() for 1 .. \$r->args || 1;
            if ((\$r->args // 0) == 7) {
                my \$pid = fork // die 'fork';
                if (!\$pid) { child(); CORE::exit(0) }
                waitpid \$pid, 0;
            }
            \$r->print(\$r->headers_in->get('X-Mehari-Profile') // 'none');
            return 0;
        }
        ${\busy('child')}
        1;
        PERL
    'script.pl' => <<~"PERL",
        print "Content-Type: text/plain\\n\\nscript";
        ${\busy('work')}
        work() for 1 .. 4;
        PERL
    'app.psgi' => <<~"PERL",
        package My::App;
        ${\busy('work')}
        sub { work(); [ 200, [ 'Content-Type', 'text/plain' ], ['app'] ] };
        PERL
);

sub config ($h, $dir = '') {
    my $root = $h->document_root;
    return <<~"CONF";
        $dir
        PerlSwitches "-I$root/lib"
        PerlModule My::Site
        <Location "/all">
            SetHandler modperl
            PerlResponseHandler My::Site
            PerlFixupHandler My::Site::fixup
            PerlProfile On
        </Location>
        <Location "/all/not">
            PerlProfile Off
        </Location>
        <Location "/asked">
            SetHandler modperl
            PerlResponseHandler My::Site
            PerlProfile Key key
        </Location>
        <Location "/script.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
            PerlProfile On
        </Location>
        <Location "/app">
            SetHandler perl-psgi
            PerlPsgiApp $root/app.psgi
            PerlProfile On
        </Location>
        CONF
}

sub start ($mpm, $dir) {
    my $h = server(
        mpm     => $mpm,
        workers => 1,
        files   => \%FILES,
        start   => 0,
        config  => sub ($server) { config($server, $dir->($server)) },
    );
    write_file($h->root . '/key', "$KEY\n", 0600);
    chmod 0755, $h->document_root . '/script.pl';
    return $h->start;
}

my $h = start(
    'prefork',
    sub ($server) {
        'PerlProfile dir=' . $server->root . '/profiles files=8 size=4M';
    }
);

sub calls ($uri, $sub) {
    my $profile = profile_of($h, 'httpd', $uri) // return 'none';
    return calls_of($profile, $sub);
}

for my $round (1, 2) {
    is get($h, '/all?3')->body, 'none', "round $round: a handler";
    is calls('/all?3', 'My::Site::work'), 4,
        "round $round: all phases of a request are profiled";
    is get($h, '/script.pl')->body, 'script',
        "round $round: a Registry script is profiled";
    my $profile = profile_of($h, 'httpd', '/script.pl');
    my ($sub) = grep { /::work\z/ && /Registry/ }
        keys %{ $profile->subname_subinfo_map };
    is calls_of($profile, $sub), 4,
        'the profile of a Registry script has its sub';
    is get($h, '/app')->body, 'app',
        "round $round: an application of PSGI is profiled";
    is calls('/app', 'My::App::work'), 1,
        'the profile of the application has its sub';
    is get($h, '/all/not?3')->body, 'none',
        'a place where profiles are off is not profiled';
    is get($h, '/asked')->body, 'none',
        'a request that nobody asked to profile is not profiled';
    $h->graceful if $round == 1;
}
is scalar(profiles($h, 'httpd')), 6, 'the folder has six profiles of httpd';

# --- clients
# ---------------------------------------------------------------------

my $folder = $h->root . '/profiles';
is get($h, '/asked?2', headers => [ 'X-Mehari-Profile' => $_ ])->body, $_,
    "no key: $_"
    for 'wrong', substr($KEY, 1), "${KEY}x", "../../$KEY";
is scalar(profiles($h, 'httpd')), 6, 'a wrong key makes no profile';
is get($h, '/asked?2', headers => [ 'X-Mehari-Profile' => $KEY ])->body,
    'none', 'the program does not see the key';
is calls('/asked?2', 'My::Site::work'), 2, 'the right key makes a profile';

# --- forks, limits, permissions ----------------------------------------------

get($h, '/all?7');
my @children = grep { /\.out\.\d+\z/ } profiles($h, 'httpd');
is scalar(@children), 1, 'a forked process has a file of its own';
get($h, "/all?$_") for 20 .. 40;
cmp_ok scalar(profiles($h, 'httpd')), '<=', 8 + 1,
    'the folder never has many profiles';
ok profile_of($h, 'httpd', '/all?40'), 'the newest profile is kept';
is sprintf('%o', (stat "$folder/httpd")[2] & 0777), '700',
    'nobody else can read them';
my $mode = 0;
$mode |= (stat $_)[2] & 077
    for grep { !/\.out\.\d+\z/ } glob "$folder/httpd/*";
is $mode, 0,
    'profiles cannot be read by others, whatever the umask of a program is';

# --- threads -----------------------------------------------------------------

$h = start('event',
    sub ($server) { 'PerlProfile dir=' . $server->root . '/profiles' });
is get($h, '/all?5')->body, 'none', 'under event, inside httpd';
is calls('/all?5', 'My::Site::work'), 6,
    'all phases are profiled after a restart too';

# --- refusals
# --------------------------------------------------------------------

sub refused ($config, $pattern) {
    my $server = server(config => $config, start => 0);
    write_file($server->root . '/open-key',  "$KEY\n",  0644);
    write_file($server->root . '/short-key', "short\n", 0600);
    mkdir $server->root . '/everybody';
    chmod 0777, $server->root . '/everybody';
    symlink '/tmp', $server->root . '/link';
    eval { $server->start };
    like $@ . $server->error_log, $pattern,
        "httpd refuses the configuration $config";
    return;
}
refused('PerlProfile Perhaps',       qr/takes On, Off, Key/);
refused('PerlProfile Key open-key',  qr/nobody but its owner/);
refused('PerlProfile Key short-key', qr/16 to 256 characters/);
refused('PerlProfile Key missing',   qr/No such file/);
refused('PerlProfile dir=x files=0', qr/none of .*files=N/);
refused("PerlProfile On\nPerlProfile dir=everybody",
    qr/other users can write/);
refused("PerlProfile On\nPerlProfile dir=link", qr/PerlProfile dir=.*link/);

done_testing;
