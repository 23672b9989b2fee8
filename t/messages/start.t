# The error about a wrong configuration has its number.

use Mehari::Test;
use File::Basename qw(dirname);
use File::Copy     qw(copy);
use File::Temp     qw(tempdir);

my $lib    = fixture('messages');
my $module = Mehari::Httpd::Config::module_file('mehari');

my %WRONG = (
    MH1001 => 'PerlSwitches -Mno::such::module' . "\nPerlModule POSIX",
    MH1003 => 'PerlModule Camel::Missing',
    MH1004 => 'PerlConfigRequire camel-missing.pl',
    MH1005 => 'PerlLoadModule Camel::Missing',
    MH1006 => 'PerlFixupHandler +Camel::Missing',
    MH1101 => "<Perl>\n1;\n</Perl>\nPerlSwitches -w",
    MH1102 => "<Location /x>\nPerlOptions +Autoload\n</Location>",
    MH1103 => "PerlOptions -Fixup\nPerlFixupHandler Camel::fixup",
    MH1106 => "<Location />\nPerlPsgiApp no-such.psgi\n</Location>",
    MH1107 => 'PerlInterpMax many',
    MH1109 => "<Location />\nPerlModule POSIX\n</Location>",
    MH1110 => 'PerlOptions +Camel',
    MH1111 => "<Perl> 1;\n</Perl>",
    MH1112 => "<Perl camel>\n</Perl>",
    MH1113 => "<Perl>\n1;",
    MH1114 => '=cut',
    MH1115 => "<Perl package=a;b>\n</Perl>",
    MH1116 => 'PerlInterpWait 10ms',
    MH1117 => 'PerlSetOutputFilter ;',
    MH1118 => 'PerlLoadModule',
    MH1119 => "<Perl>\ndie 'camel';\n</Perl>",
    MH1122 => "PerlSwitches -I$lib\nPerlLoadModule Directives\nHump high",
    MH1201 => "<VirtualHost *:1>\nPerlPool a\n</VirtualHost>",
    MH1202 => 'PerlPool a/b',
    MH1203 => 'PerlPool a colour=red',
    MH1204 => 'PerlUsePool there-is-none',
    MH1222 => 'PerlPool none',
    MH1209 => 'PerlBuffer request=x',
    MH1210 => 'CGIScriptTimeout x',
    MH1211 => 'PerlBuffer response=1000',
    MH1212 => 'PerlTier registry',
    MH1213 => 'PerlBuffer memory=1',
    MH1301 => 'PerlSizeLimit huge',
    MH1302 => 'PerlResourceLimit CAMEL=1',
    MH1303 => 'PerlSpeedLimit fast',
    MH1304 => 'PerlSpeedLimit clients=some',
    MH1308 => 'PerlSlowLog often',
    MH1310 => 'PerlRequestTimeout 0.01',
    MH1120 => "<Location />\nPerlPsgiApp /etc/passwd mapped\n</Location>",
    MH1410 => 'PerlTiming sometimes',
    MH1405 => 'PerlProfile Key no-such-file',
    MH1406 => 'PerlProfile sometimes',
    MH1407 => "<VirtualHost *:1>\nPerlProfile dir=/x\n</VirtualHost>",
    MH1409 => 'PerlProfile dir=profiles many=2',
);
$WRONG{MH1205} = 'PerlPool a user=root' if $> == 0;
$WRONG{MH1206} = 'PerlPool a user=root' if $> != 0;

for my $code (sort keys %WRONG) {
    my $h = server(start => 0, config => "$WRONG{$code}\n");
    my ($good, $said) = $h->configtest;
    ok !$good, "$code: " . $WRONG{$code} =~ tr/\n/ /r;
    like $said, qr/ \[$code\]$/m, "the message of the start ends with $code";
}

# Lines that do not keep httpd from starting, or that it logs as it starts.
subtest 'starts' => sub {
    my $h = server(config => <<~"CONF");
        PerlSwitches -I$lib
        PerlFixupHandler Camel::Missing
        PerlPostConfigRequire $lib/startup.pl
        <Perl>
        our %Location = ('/x' => 'y');
        </Perl>
        CONF
    my $said = $h->startup_log . $h->error_log;
    like $said, qr/ \[$_\]$/m, $_ for qw(MH1006 MH1130 MH1131 MH1132 MH1134);
    $h->stop;
};

subtest 'does not start' => sub {
    my $h = server(start => 0, config => <<~"CONF");
        PerlSwitches -I$lib
        PerlModule Directives
        PerlPostConfigHandler Directives::refuse
        CONF
    ok !eval { $h->start; 1 }, 'a PerlPostConfigHandler that refuses';
    like $h->startup_log,
        qr/^mehari: Callback 'Directives::refuse' .* PerlPostConfigHandler .*\[MH1007\]/m,
        'a failing PerlPostConfigHandler is told of on the terminal';
    like $h->error_log,
        qr/\] Callback '.* PerlPostConfigHandler .*\[MH1007\]/,
        'a failing PerlPostConfigHandler logs MH1007';
};

# .htaccess: the error is in the log of the request.
subtest '.htaccess' => sub {
    my %refused = (
        'PerlPsgiApp /etc/app.psgi'    => 'MH1105',
        'PerlModule POSIX'             => 'MH1105',
        'PerlUsePool default'          => 'MH1105',
        'PerlFixupHandler "sub { 0 }"' => 'MH1127',
        'PerlFixupHandler POSIX'       => 'MH1127',
    );
    my $h = server(config => <<~'CONF');
        PerlModule POSIX
        <Directory "${DOCUMENT_ROOT}">
        AllowOverride All
        AllowOverrideList PerlPsgiApp
        </Directory>
        CONF
    for my $line (sort keys %refused) {
        my $mark = $h->error_log_mark;
        write_file($h->document_root . "/x/.htaccess", "$line\n");
        is get($h, "/x/x")->status, 500, $line;
        log_like($h, $mark, qr/\.htaccess: .* \[$refused{$line}\]$/m);
    }
    $h->stop;
};

# A request may add more directives than a .htaccess file has, but none that
# loads code.
subtest 'lines that a request adds' => sub {
    my %refused = (
        MH1104 => 'PerlFixupHandler "sub { 0 }"',
        MH1108 => 'PerlModule POSIX',
        MH1207 => 'PerlUsePool default',
    );
    my $h = server(start => 0, config => <<~"CONF");
        PerlSwitches -I$lib
        <Location /add>
        SetHandler modperl
        PerlResponseHandler "sub { \$_[0]->add_config([substr \$_[0]->uri, 5]); 0 }"
        </Location>
        PerlModule Apache2::RequestUtil Apache2::RequestRec
        CONF
    $h->start;
    for my $code (sort keys %refused) {
        my $mark = $h->error_log_mark;
        my $line = $refused{$code} =~ s/(\W)/sprintf '%%%02x', ord $1/ger;
        is get($h, "/add/$line")->status, 500, $refused{$code};
        log_like($h, $mark, qr/has failed: .* \[$code\]/);
    }
    $h->stop;
};

# Errors about impossible pools.
subtest 'programs' => sub {
    my $h = server(start => 0);
    $h->write_config;
    my $said = said($h->command('-D', 'MEHARI_WORKER'));
    like $said, qr/ \[MH1009\]$/m, 'a word that is the manager\'s';
    like said(dirname($module) . '/mehari-pool'), qr/ \[MH1221\]$/m,
        'mehari-pool started by hand says MH1221';
};

subtest 'a module without mehari-pool' => sub {
    my $dir = tempdir(
        'mehari-alone-XXXXXX',
        DIR     => Mehari::Httpd::temp_dir(),
        CLEANUP => 1
    );
    chmod 0755, $dir;
    copy($module, "$dir/mod_mehari.so") or die "copy: $!";
    local $ENV{MEHARI_MODULE} = "$dir/mod_mehari.so";
    my $h = server(config => "<Location />\nSetHandler perl-cgi\n"
            . "Options +ExecCGI\n</Location>\n");
    write_file($h->document_root . '/x.pl', "#!/usr/bin/perl\n", 0755);
    like $h->error_log,
        qr/\] pool default is not running: cannot run .* \[MH1215\] \[MH1218\]/,
        'httpd starts without mehari-pool and logs why';
    is get($h, '/x.pl')->status, 500, 'a script does not';
    log_like($h, 0,
        qr/\] \S+x\.pl: its pool could not be started.*\[MH3033\]/);
    $h->stop;
    my $asked = server(start => 0, config => "PerlPool default\n");
    ok !eval { $asked->start; 1 },
        'httpd with PerlPool does not start without mehari-pool';
    like $asked->startup_log, qr/^mehari: .* \[MH1215\]$/m,
        'the terminal has MH1215 for PerlPool without mehari-pool';
};

subtest 'threads' => sub {
    my $h = server(mpm => 'event', config => "PerlSizeLimit max-size=1G\n");
    like $h->error_log, qr/\] PerlSizeLimit.*\[MH1309\]/, 'a limit of no use';
    $h->stop;
};

sub said (@command) {
    my $pid = open(my $from, '-|') // die "Cannot fork: $!.\n";
    if (!$pid) {
        open STDERR, '>&', *STDOUT;
        $ENV{LD_PRELOAD} = $ENV{MEHARI_PRELOAD} if $ENV{MEHARI_PRELOAD};
        exec @command or exit 1;
    }
    local $/ = undef;
    return scalar <$from>;
}

done_testing;
