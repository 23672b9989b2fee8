# The nine commands of the talk "From CGI to mod_perl 2.0, Fast!", each to the
# letter, by an ordinary user: from a new tree of CPAN's distribution to
# scripts that answer as under mod_cgi. The distribution is built without
# optimization, and "make test" runs two tests only, because this test is
# about the commands.

use Mehari::Test;
use HTTP::Tiny;
use Time::HiRes qw(time);
use Mehari::Test::OwnHttpd;

plan skip_all => 'cc, meson and apxs are needed to build'
    if grep { system("command -v $_ >/dev/null") } qw(cc meson apxs);

my $site = Mehari::Test::OwnHttpd->new;
my $root = $site->root;

# --- the distribution ---------------------------------------------------------

my $tarball = qx(@{[ source_root() ]}/packaging/cpan $root/dist 2>&1);
chomp $tarball;
like $tarball, qr{/Apache2-Mehari-[\d.]+\.tar\.gz\z}, 'packaging/cpan'
    or die "no distribution\n";
is system('tar', '-xzf', $tarball, '-C', $root), 0, 'it is unpacked';
my ($tree) = glob "$root/Apache2-Mehari-*";
for my $file (split /\n/, read_file("$tree/MANIFEST")) {
    fail("$file of MANIFEST is there") if !-e "$tree/$file";
}
ok -s "$tree/$_", $_ for qw(META.json META.yml Makefile.PL);

# --- a site of mod_cgi --------------------------------------------------------

# The scripts: "Hello world" with CGI.pm, which also prints how it runs; a
# variable that stays under Registry, and a closure; a file beside the script.
my %SCRIPT = (
    'hello.pl' => <<~'PERL',
        my $query = eval { require CGI; CGI->new };
        my $type  = "Content-Type: text/html\n\n";
        print $query ? $query->header('text/html') : $type,
            "<h1>Hello world!</h1>\n",
            map { "$_: " . ($ENV{$_} // 'none') . "\n" }
            qw(GATEWAY_INTERFACE MOD_PERL SCRIPT_NAME QUERY_STRING);
        PERL
    'count.pl' => <<~'PERL',
        $main::counter++;
        my $own = 0;
        sub up { return ++$own }
        print "Content-Type: text/plain\n\n", "counted $main::counter, ", up();
        PERL
    'beside.pl' => <<~'PERL',
        use Cwd;
        require './library.pl';
        print "Content-Type: text/plain\n\n", answer(), ' in ', cwd();
        PERL
    'status.cgi' => <<~'PERL',
        print "Status: 404 Not here\nContent-Type: text/plain\n\nnothing\n";
        PERL
    'form.pl' => <<~'PERL',
        read STDIN, my $body, $ENV{CONTENT_LENGTH} // 0;
        print "Content-Type: text/plain\nX-Own: yes\n\n<$body>\n";
        PERL
    'dies.pl' => "die 'on purpose';\n",
);
for my $name (keys %SCRIPT) {
    write_file("$root/cgi-bin/$name", "#!/usr/bin/perl\n$SCRIPT{$name}",
        0755);
}
write_file("$root/cgi-bin/library.pl", "sub answer { 'a library' }\n1;\n");
write_file("$root/htdocs/index.html",  "static\n");

sub write_conf ($mpm, $cgi) {
    write_file($site->conf, <<~"CONF");
        ServerRoot "$root"
        Listen 127.0.0.1:@{[ $site->port ]}
        ServerName localhost
        PidFile logs/httpd.pid
        DefaultRuntimeDir logs
        ErrorLog logs/error_log
        LoadModule mpm_${mpm}_module modules/mod_mpm_$mpm.so
        LoadModule authz_core_module modules/mod_authz_core.so
        LoadModule alias_module modules/mod_alias.so
        LoadModule mime_module modules/mod_mime.so
        LoadModule ${cgi}_module modules/mod_$cgi.so
        TypesConfig /dev/null
        DocumentRoot "$root/htdocs"

        ScriptAlias /cgi-bin/ "$root/cgi-bin/"

        Alias /located/ "$root/cgi-bin/"
        <Location /located>
            SetHandler cgi-script
            Options +ExecCGI
        </Location>

        Alias /added/ "$root/cgi-bin/"
        <Location /added>
            AddHandler cgi-script .pl .cgi
            Options +ExecCGI
        </Location>
        CONF
    $site->give;
    return;
}

write_conf('prefork', 'cgi');

# --- answers ------------------------------------------------------------------

my @FOLDERS = qw(cgi-bin located added);

sub answer ($path, $method = 'GET') {
    my $got = HTTP::Tiny->new(keep_alive => 0, timeout => 30)->request(
        $method,
        'http://127.0.0.1:' . $site->port . $path,
        { content => $method eq 'POST' ? 'a=1&b=2' : '' }
    );
    my @headers = map { $got->{headers}{$_} // '' } qw(content-type x-own);
    return join "\n", "$got->{status} $got->{reason}", @headers,
        $got->{content};
}

# Asks for each page twice, because the next request must not find data of the
# first.
sub answers () {
    my %answer = ('/index.html' => answer('/index.html'));
    for my $round (1, 2) {
        for my $folder (@FOLDERS) {
            for my $name (sort keys(%SCRIPT), 'none.pl') {
                my $path = "/$folder/$name?a=$round";
                $answer{$path}
                    = answer($path, $name eq 'form.pl' ? 'POST' : 'GET');
            }
        }
    }
    return \%answer;
}

sub per_second ($path, $seconds = 1) {
    my $client = HTTP::Tiny->new;
    my $url    = 'http://127.0.0.1:' . $site->port . $path;
    my ($from, $count) = (time, 0);
    $count++ while $client->get($url) && time < $from + $seconds;
    return $count / (time - $from);
}

$site->start;
my $expected = answers();
like $expected->{'/cgi-bin/hello.pl?a=1'}, qr/MOD_PERL: none/, 'mod_cgi runs';
my $before = per_second('/located/hello.pl');

# --- the nine commands --------------------------------------------------------

sub types ($line, $pattern = qr//) {
    my ($status, $said) = $site->types($tree, $line);
    is $status, 0, $line or diag $said;
    like $said, $pattern, 'its answer';
    return $said;
}

my $quickly = '-Doptimization=0 -Ddebug=false -Db_pch=true -Drooms=true';
types(
    "perl Makefile.PL MP_APXS=`which apxs` MESON_OPTIONS='$quickly'",
    qr/^Configured for httpd 2\.4\.\d+ \(\Q$root\E.*\) and perl v?5\./m
);
types('make');
types(
    "make test TEST_FILES='t/gateway/without_mod_cgi.t t/command/progress.t'",
    qr/^Result: PASS/m
);
types('make install',
    qr{LoadModule perl_module \Q$root\E/modules/mod_mehari\.so});
my $CONF = '`apxs -q SYSCONFDIR`/httpd.conf';
types("perl -pi -e 's/cgi_module/perl_module/g' $CONF");
types("perl -pi -e 's/mod_cgi/mod_perl/g' $CONF");
types("perl -pi -e 's/cgi-script/perl-script/g' $CONF");
types('`apxs -q SBINDIR`/apachectl configtest', qr/^Syntax OK$/m);
types('`apxs -q SBINDIR`/apachectl restart');

$site->wait_for_start;
my $got = answers();
is $got->{$_}, $expected->{$_}, "$_ as by mod_cgi" for sort keys %$expected;
my $after = per_second('/located/hello.pl');

my $log = $site->log;
like $log,   qr/SetHandler perl-cgi.*\[MH2060\]/, 'the log names SetHandler';
like $log,   qr/PerlCgiScripts On.*\[MH2062\]/,   'and PerlCgiScripts';
unlike $log, qr/\[(?:core|perl):(?:crit|alert|emerg)\]/, 'nothing is wrong';

diag sprintf '%-28s %10s %12s',   'hello.pl, one client', 'requests/s', '';
diag sprintf '%-28s %10.1f %12s', 'mod_cgi',              $before,      '';
diag sprintf '%-28s %10.1f %11.1fx', 'mehari, SetHandler perl-script', $after,
    $after / $before;

# --- what is installed --------------------------------------------------------

my $base = "$root/home/perl5";
is readlink "$root/modules/mod_perl.so", 'mod_mehari.so',
    'mod_perl.so is ours';
types("$base/bin/mehari version", qr/^mehari \d/);
types(
    "perl -I$base/lib/perl5 -MApache2::Mehari -MAPR::UUID"
        . q( -e 'print APR::UUID->new->format'),
    qr/\A[\da-f-]{36}\z/
);
ok -s "$base/man/man1/$_", "man $_"
    for qw(mehari.1 mehari-serve.1 mehari-migrate.1);
ok -s "$base/man/man3/Apache2::Mehari.3pm",     'man Apache2::Mehari';
ok -e "$base/lib/perl5/Apache2/SpeedLimit.pod", 'perldoc has its file';
ok !-e "$base/lib/perl5/Apache2/SpeedLimit.pm",
    'and programs find no module of theirs';
my ($packlist) = split /\n/, qx(find $base -path '*Apache2/Mehari/.packlist');
like read_file($packlist), qr{^\Q$root\E/modules/$_$}m, "$_ can be removed"
    for qw(mod_mehari.so mod_perl.so mehari-pool);

# Another module's mod_perl.so stays.
unlink "$root/modules/mod_perl.so";
write_file("$root/modules/mod_perl.so", "another\n");
$site->give;
types('make install', qr/mod_mehari\.so$/m);
is read_file("$root/modules/mod_perl.so"), "another\n",
    'a mod_perl.so that is not ours stays';
$site->stop;

# Under the event MPM, httpd.conf loads mod_cgid. The substitutions fit both
# modules.
write_conf('event', 'cgid');
types("perl -pi -e 's/$_/g' $CONF")
    for 'cgid?_module/perl_module', 'mod_cgid?/mod_perl',
    'cgi-script/perl-script';
unlink "$root/modules/mod_perl.so";
types('make install');
types('`apxs -q SBINDIR`/apachectl configtest', qr/^Syntax OK$/m);
$site->start;
$got = answers();
is_deeply $got, $expected, 'with the event MPM, too';
$site->stop;

done_testing;
