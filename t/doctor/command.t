# mehari doctor: it names each fault of an installation, with a remedy, and
# reports no failure for one without faults.

use Mehari::Test;
use File::Temp qw(tempfile);
use IO::Socket::INET;
use JSON::PP ();
use Mehari::Httpd::Config;

my $ROOT   = source_root();
my $MODULE = Mehari::Httpd::Config::module_file('mehari');

# A site that is never started, as a configuration file.
my $site = server(
    module => undef,
    files  => {
        'cgi/hello.pl'  => "#!/usr/bin/perl\n",
        'deep/in/it.pl' => "#!/usr/bin/perl\n",
    },
    start => 0,
);
my $htdocs = $site->document_root;
my $port   = $site->port;
$site->write_config;
my $GOOD = read_file($site->config_file);
my $LOAD = qq(LoadModule perl_module "$MODULE"\n);
my $CGI  = <<~"CONF";
    <Directory "$htdocs/cgi">
        SetHandler perl-cgi
        Options +ExecCGI
    </Directory>
    CONF

# (exit status, output, errors)
sub doctor (@words) {
    my ($out, $file) = tempfile(UNLINK => 1);
    my @word = map { quotemeta } $^X, "$ROOT/bin/mehari", 'doctor', @words;
    my $said = `@word 2>\Q$file\E`;
    return ($? >> 8, $said, read_file($file));
}

# The findings by name, with this configuration.
sub findings_of ($text) {
    my $file = write_file($site->root . '/conf/doctor.conf', $text);
    my ($code, $said, $errors) = doctor('--json', $file);
    my $report = eval { JSON::PP->new->decode($said) } // {};
    my %state;
    $state{ $_->{state} }++ for @{ $report->{checks} };
    is_deeply {
        map { $_ => $report->{$_} } qw(ok warn fail)
    }, { ok => 0, warn => 0, fail => 0, %state }, 'the report has its sums';
    is $code,   $state{fail} ? 1 : 0, 'the exit status tells of failures';
    is $errors, '',                   'mehari doctor prints no other words';
    my @silent = grep { $_->{state} ne 'ok' && !length($_->{todo} // '') }
        @{ $report->{checks} };
    is_deeply \@silent, [], 'each failure says what to do';
    return { map { $_->{name} => $_ } @{ $report->{checks} } };
}

# Tests that one of the findings has this state and this text.
sub finds ($title, $text, $name, $state, $pattern) {
    return subtest $title => sub {
        my $finding = findings_of($text)->{$name};
        is $finding->{state}, $state, $name;
        like $finding->{found}, $pattern, 'the finding says what is found';
    };
}

# Debian's folders below /run go with each start of the machine, and apachectl
# makes them again.
subtest 'httpd has not run since the machine started' => sub {
    my $conf = $site->root . '/apache2';
    write_file("$conf/mods-$_/.keep", '') for qw(available enabled);
    write_file("$conf/envvars",
        "export APACHE_RUN_DIR=$conf/gone APACHE_LOCK_DIR=$conf/gone\n");
    my $text
        = $GOOD
        =~ s/^DefaultRuntimeDir.*/DefaultRuntimeDir \${APACHE_RUN_DIR}/mr
        . "Mutex file:\${APACHE_LOCK_DIR} default\n"
        . $LOAD
        . $CGI;
    write_file("$conf/apache2.conf", $text);
    my (undef, $said) = doctor('--json', $conf);
    my $report = JSON::PP->new->decode($said);
    my ($found)
        = grep { $_->{name} eq 'configuration' } @{ $report->{checks} };
    is $found->{state}, 'ok', 'the configuration passes'
        or diag $found->{found};
    ok !-e "$conf/gone", 'mehari doctor makes no folder there';
};

subtest 'nothing is lacking' => sub {
    my $seen = findings_of($GOOD . $LOAD . $CGI);
    for my $name (
        qw(httpd configuration mpm loaded module perl mehari-pool exec-cgi
        permissions ports)
        )
    {
        is $seen->{$name}{state}, 'ok', $name
            or diag $seen->{$name}{found};
    }
    like $seen->{perl}{found}, qr/\A\Q${\ substr("$^V", 1)}\E with/,
        'the finding of perl has the version';
    like $seen->{ports}{found}, qr/\Afree: $port\z/,
        'the finding of ports says that the port is free';
    like $seen->{permissions}{found}, qr/\A\S+ may read the script\z/,
        'the user who may read the script';
    ok $seen->{$_}, $_ for qw(restore seccomp inotify memory);
};

finds 'a mistake in the configuration', $GOOD . $LOAD . "Frobnicate On\n",
    'configuration', 'fail', qr/Frobnicate/;
finds 'a module that is not loaded', $GOOD, 'loaded', 'warn', qr/not load/;
finds 'a missing module',
    $GOOD . qq(LoadModule perl_module "$htdocs/none.so"\n),
    'loaded', 'fail', qr/none\.so, which does not exist/;
finds 'a module that is none',
      $GOOD
    . 'LoadModule perl_module "'
    . write_file("$htdocs/bad.so", "no module\n") . qq("\n),
    'module', 'fail', qr/does not load/;

SKIP: {
    my $mod_perl = eval { Mehari::Httpd::Config::module_file('mod_perl') }
        // skip 'mod_perl is not installed', 1;
    finds 'mod_perl', $GOOD . qq(LoadModule perl_module "$mod_perl"\n),
        'loaded', 'warn', qr/loads mod_perl,/;
}

subtest 'ExecCGI' => sub {
    my $without = $CGI =~ s/\+Exec/-Exec/r;
    my $at      = qr{\Q$htdocs/cgi\E \(};
    finds '-ExecCGI', $GOOD . $LOAD . $without, 'exec-cgi', 'fail', $at;
    finds 'no Options', $GOOD . $LOAD . $CGI =~ s/^ +Options.*\n//mr,
        'exec-cgi', 'fail', $at;
    finds 'other Options', $GOOD . $LOAD . $CGI =~ s/\+ExecCGI/Indexes/r,
        'exec-cgi', 'fail', $at;
    my $above = qq(<Directory "$htdocs">\nOptions All\n</Directory>\n);
    finds 'above', $GOOD . $LOAD . $CGI =~ s/^ +Options.*\n//mr . $above,
        'exec-cgi', 'ok', qr/is set/;
    finds 'above, but not here', $GOOD . $LOAD . $without . $above,
        'exec-cgi', 'fail', $at;
};

subtest 'who runs which scripts' => sub {
    my $dir = Mehari::Httpd::Config::modules_dir();
    my $cgi = "LoadModule cgid_module $dir/mod_cgid.so\n";
    my $old = <<~"CONF";
        ScriptAlias /old "$htdocs/deep/in"
        <Directory "$htdocs/deep/in">
            Require all granted
        </Directory>
        CONF
    my $site = $GOOD . $LOAD . $CGI . $old;
    my $seen = findings_of($site . $cgi);
    like $seen->{'mehari runs'}{found},
        qr{\A1 script: in \Q$htdocs\E/cgi hello},
        'mehari runs those of perl-cgi';
    is_deeply $seen->{'mod_cgi runs'}{scripts}, ["$htdocs/deep/in/it.pl"],
        'mod_cgi runs those of a ScriptAlias';
    is $seen->{'mod_cgi runs'}{state}, 'warn', 'the way to mehari is told';

    for my $all ('', 'PerlCgiScripts On', 'PerlCgiScripts Off') {
        $seen = findings_of("$site$all\n" . ($all eq '' ? '' : $cgi));
        my ($who, $count) = $all =~ /Off/ ? ('mod_cgi', 1) : ('mehari', 2);
        is scalar @{ $seen->{"$who runs"}{scripts} }, $count,
            "$who runs them: " . ($all || 'without mod_cgi');
    }
    finds 'neither is loaded', $GOOD . $old, 'nobody runs', 'fail',
        qr/it\.pl/;
    finds 'a folder in another', $site . $CGI =~ s{/cgi"}{/deep"}r . $cgi,
        'mehari runs', 'ok', qr/\A2 scripts: .*it\.pl/;
    for my $name ('ModPerl::Registry', 'My::Handler') {
        my $text
            = $CGI =~ s/perl-cgi/perl-script\nPerlResponseHandler $name/r;
        my $told = findings_of($GOOD . $LOAD . $text)->{'mehari runs'};
        is defined $told, $name =~ /Registry/, "the scripts of $name";
    }
    write_file("$htdocs/cgi/many/$_/x.pl", "#!/usr/bin/perl\n") for 1 .. 12;
    my $many = findings_of($GOOD . $LOAD . $CGI)->{'mehari runs'};
    like $many->{found}, qr/; in 3 more folders\z/, 'the text is of some';
    is scalar @{ $many->{scripts} }, 13, 'the list is of all';
    my $added = <<~"CONF";
        <Directory "$htdocs/deep">
            AddHandler cgi-script .cgi
        </Directory>
        CONF
    ok !findings_of($GOOD . $LOAD . $cgi . $added)->{'mod_cgi runs'},
        'AddHandler is about its extensions';
};

subtest 'permissions' => sub {
    my $all  = $CGI =~ s{/cgi"}{"}r;
    my $text = $GOOD . $LOAD . $all;
    my $mode = $> == 0 ? 0700 : 0;
    chmod $mode, "$htdocs/deep";
    finds 'a folder', $text, 'permissions', $> == 0 ? 'fail' : 'ok',
        $> == 0
        ? qr{may not enter \Q$htdocs\E/deep/\z}
        : qr/\A\d+ files? of /;
    chmod 0755,  "$htdocs/deep";
    chmod $mode, "$htdocs/cgi/hello.pl";
    finds 'a file', $text, 'permissions', 'fail',
        qr{may not read \Q$htdocs\E/cgi/hello\.pl\z};
    chmod 0644, "$htdocs/cgi/hello.pl";
};

# "apachectl configtest" fails for an ordinary user here, and not for root.
SKIP: {
    skip 'root can start a pool of another user', 1 if $> == 0;
    my $pool = "PerlPool other user=root\n";
    finds(
        'a pool of another user',
        $GOOD . $LOAD . $CGI . $pool,
        configuration => warn => qr/cannot be tested as this user/
    );
}

subtest 'a port that another program has' => sub {
    my $other = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1',
        Listen    => 1
    ) or die "no port: $@";
    my $taken = $other->sockport;
    finds 'taken', $GOOD =~ s/:$port$/:$taken/mr . $LOAD, 'ports', 'fail',
        qr/in use: $taken by \S+ \(process $$\)/;
};

subtest 'as text' => sub {
    my $file
        = write_file($site->root . '/conf/doctor.conf', "${GOOD}Nonsense\n");
    my ($code, $said) = doctor($file);
    is $code, 1, 'mehari doctor of a wrong configuration exits with 1';
    like $said, qr/^ok    httpd  /m, 'the text has lines of what is well';
    like $said, qr/^fail  configuration  .*\n +\S/m,
        'the text has lines of what fails';
    like $said, qr/^ {21}do: correct that line/m,
        'the text has lines of what to do';
    like $said, qr/^\d+ ok, \d+ warnings?, \d failures?\n\z/m,
        'the text ends with the sums';
    is_deeply [ grep { length > 80 } split /\n/, $said =~ s/\S{60,}//gr ], [],
        'the text fits a terminal';
    ($code, $said) = doctor('--quiet', $file);
    is $code, 1, 'mehari doctor with a failure exits with 1';
    unlike $said, qr/^ok|\d ok,/m, '--quiet leaves out the rest';
};

subtest 'what cannot be' => sub {
    my ($code, $said, $errors) = doctor('one', 'two');
    is $code, 2, 'mehari doctor of two configurations exits with 2';
    like $errors, qr/one configuration at a time/,
        'mehari doctor takes one configuration at a time';
    ($code, $said) = doctor('/no/such/file');
    is $code, 1, 'mehari doctor without a configuration file exits with 1';
    like $said,
        qr{fail  configuration  there is no file or directory /no/such/file},
        'a missing configuration file is a finding';
};

{
    local $ENV{MEHARI_HTTPD} = '/no/such/httpd';
    my $seen = findings_of($LOAD . $GOOD);
    is_deeply [ grep { $seen->{$_}{state} eq 'fail' } sort keys %$seen ],
        ['httpd'], 'a missing httpd is one failure';
}

done_testing;
