# The right to run a file is checked for every request, not only for a
# compilation.

use Mehari::Test;
use Mehari::Test::Registry;

my @CLASSES = qw(Registry RegistryBB PerlRun);

my $config = join '', map { location("closed-$_", <<"CONF") } @CLASSES;
SetHandler perl-script
PerlResponseHandler ModPerl::$_
PerlOptions +ParseHeaders
Options -ExecCGI
CONF
$config .= location('loops', <<'CONF');
SetHandler perl-script
PerlResponseHandler My::Loops
PerlOptions +ParseHeaders
Options +ExecCGI
CONF
my $load = <<"CONF";
PerlSwitches "-I@{[ fixture('permission') ]}"
PerlModule My::Loops
CONF
my $h = script_server(config => $load . $config);

my %PLACE
    = (Registry => 'registry', RegistryBB => 'bb', PerlRun => 'perlrun');

for my $class (@CLASSES) {
    my $place = $PLACE{$class};
    my $mark  = $h->error_log_mark;
    is get($h, "/$place/missing.pl")->status, 404, "$class: no such file";
    log_unlike($h, $mark, qr/missing\.pl/, "httpd's own line is at info");

    is get($h, "/$place/light.pl")->status, 200,
        "a readable script of $place runs";
    $mark = $h->error_log_mark;
    is get($h, "/closed-$class/light.pl")->status, 403,
        '-ExecCGI, though compiled through another URI';
    log_like($h, $mark,
        qr/Options ExecCGI is off in this directory.*\[MH2042\]/);

    mkdir $h->document_root . "/dir-$place.pl" or die "mkdir: $!.\n";
    like get($h, "/$place/dir-$place.pl/")->status, qr/^40[34]$/,
        'a directory is not run';

    my $script = script($h, "mode-$place.pl",
        read_file($h->document_root . '/light.pl'));
    chmod 0644, $script;
    is get($h, "/$place/mode-$place.pl")->status, 200, 'no x bit is needed';
    chmod 0000, $script;
    $mark = $h->error_log_mark;
    is get($h, "/$place/mode-$place.pl")->status, 403,
        'made unreadable after it was compiled';
    log_like($h, $mark, qr/file permissions deny server access.*\[MH2041\]/);
    chmod 0644, $script;
    is get($h, "/$place/mode-$place.pl")->status, 200,
        'a script that is readable again runs';
    unlink $script;
    is get($h, "/$place/mode-$place.pl")->status, 404,
        'a script that has gone gets 404';
}

subtest 'a name that is hard on the log and on Perl' => sub {
    my $name = "odd\nname \"'x.pl";
    script($h, $name, <<'PERL');
print "Content-Type: text/plain\n\n", __PACKAGE__, "\n";
PERL
    like get($h, '/registry/odd%0Aname%20%22%27x.pl')->body,
        qr/_odd_0aname_20_22_27x_2epl$/, 'a script with an odd name runs';
    is get($h, '/registry/odd%0Amissing.pl')->status, 404,
        'a name with a line end that is not there gets 404';
};

# httpd itself refuses such a file, but a subclass may choose another file.
subtest 'a file that cannot be looked at' => sub {
    my $loops = $h->root . '/loops.pl';
    symlink $loops, $loops;
    my $mark = $h->error_log_mark;
    is get($h, '/loops/light.pl')->status, 404, 'a loop of links gets 404';
    log_like($h, $mark,
        qr/loops\.pl not found or unable to stat.*\[MH2040\]/);
};

done_testing;
