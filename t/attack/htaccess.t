# A .htaccess file of somebody who may not run code: AllowOverride without
# Options, no ExecCGI. Each directive that httpd knows of mehari is tried there
# with hostile values, in httpd and in pools, prefork and event: no code of the
# folder runs, nothing crashes, the log names each refused directive. Then the
# directives that PerlHtaccess and AllowOverride All allow, and httpd's own.

use Mehari::Test;

my $root = source_root();

# --- the table of docs/security.md -------------------------------------------

my $page = read_file("$root/docs/security.md");
my ($table)
    = $page =~ /^## What a \.htaccess file may say\n(.*?)^\* \*values\*/ms;
my %kind;
for my $row ($table =~ /^\| (Perl\w[^|]*) \|/mg) {
    my ($kind) = $table =~ /^\| \Q$row\E \| (values|handlers|never) \|/m;
    $kind{$_} = $kind for split /, /, $row;
}
my %is_flag = map { $_ => 1 } qw(PerlSendHeader PerlSetupEnv PerlCgiScripts);

# --- a server that has code of its own, and a folder of somebody else's -------

# Runs what a variable names, as Plack::Handler::Apache2 does.
my $RUNNER = <<'PERL';
package Loaded::Runner;
use Mehari::Perl;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
use Apache2::RequestUtil ();
sub handler ($r) {
    my $file = $r->dir_config('psgi_app');
    if ($file) { my $got = do $file; $r->print("ran\n") }
    $r->print('title=', $r->dir_config('title') // '', "\n");
    return 0;
}
1;
PERL

my $LINES = <<'PERL';
package Loaded::Lines;
use Mehari::Perl;
use Apache2::Const -compile => qw(OR_ALL TAKE1);
use Apache2::CmdParms ();
use Apache2::Module ();
sub LoadedLine ($self, $parms, $word) { do $word; return }
Apache2::Module::add(__PACKAGE__,
    [ { name => 'LoadedLine', req_override => Apache2::Const::OR_ALL,
        args_how => Apache2::Const::TAKE1 } ]);
1;
PERL

# The directives that httpd knows, with their override and how they are taken.
my $LIST = <<'PERL';
<Perl>
use Apache2::Module ();
use Apache2::Command ();
use Apache2::ServerUtil ();
open my $out, '>', Apache2::ServerUtil::server_root() . '/directives' or die;
my $module = Apache2::Module::find_linked_module('mod_perl.c');
for (my $c = $module->cmds; $c; $c = $c->next) {
    print {$out} $c->name, "\t", $c->req_override, "\n";
}
close $out;
</Perl>
PERL

sub site (%option) {
    my $use = $option{pool} ? 'PerlUsePool default' : '';
    my $h   = server(
        mpm     => $option{mpm} // 'prefork',
        modules => [
            qw(authn_core authz_core authz_user auth_basic authn_file
                actions include filter)
        ],
        files => {
            'hostile/x.pl'  => '',
            'hostile/x.txt' => "the file\n",
            'listed/x.txt'  => "the file\n",
        },
        config => <<~"CONF",
            PerlSwitches "-I\${ROOT}/lib"
            @{[ $option{list} ? $LIST : '' ]}
            PerlLoadModule Loaded::Lines
            PerlModule Loaded::Runner ModPerl::Registry ModPerl::PerlRun
            PerlModule Mehari::PSGI
            PerlPool default user=@{[ $> ? (getpwuid $>)[0] : 'www-data' ]}
            <Directory "\${DOCUMENT_ROOT}">
                Options -ExecCGI
                $use
            </Directory>
            <Directory "\${DOCUMENT_ROOT}/hostile">
                AllowOverride @{[ $option{override}
                    // 'FileInfo AuthConfig Limit Indexes' ]}
            </Directory>
            @{[ $option{config} // '' ]}
            CONF
        start => 0,
    );
    write_file($h->root . '/lib/Loaded/Runner.pm', $RUNNER);
    write_file($h->root . '/lib/Loaded/Lines.pm',  $LINES);
    my $bad  = $h->document_root . '/hostile';
    my $mark = $h->root . '/tmp/marker';
    my $code
        = qq{open my \$m, '>>', '$mark'; print {\$m} "\$<\\n"; close \$m;};
    write_file("$bad/Evil.pm",
        "package Evil; BEGIN { $code } sub handler { $code 0 } 1;\n", 0644);
    write_file("$bad/evil.psgi",
        "BEGIN { $code } sub { [ 200, [], ['ran'] ] };\n", 0644);
    write_file(
        "$bad/x.pl",
        "#!/usr/bin/perl\n$code\nprint qq{Content-Type: text/plain\\n\\nran};\n",
        0755
    );
    chmod 0777, $h->root . '/tmp';
    $h->start if $option{start} // 1;
    return $h;
}

sub has_run ($h) { return -e $h->root . '/tmp/marker' ? 1 : 0 }

sub hostile ($h, $text, $path = '/hostile/x.txt', $folder = 'hostile') {
    write_file($h->document_root . "/$folder/.htaccess", $text);
    return get($h, $path);
}

# Values that name code: by path, by variable, by source, or by a module to
# load.
sub values_for ($h) {
    my $bad = $h->document_root . '/hostile';
    my $up  = ('../' x 12) . ($bad =~ s{^/}{}r);
    return (
        "$up/Evil",
        "$bad/Evil",
        "$bad/Evil.pm",
        "$bad/evil.psgi",
        '::' . ($bad =~ s{^/}{}r =~ s{/}{::}gr) . '::Evil',
        "+$up/Evil",
        "-$up/Evil",
        "$up/Evil->handler",
        "\$$up/Evil->handler",
        "sub { do '$bad/Evil.pm' }",
        'Evil',
        'Mehari::PSGI',
        'Loaded::Runner',
        'ModPerl::Registry',
        'ModPerl::PerlRun',
        'default',
        'psgi_app',
        '%s%n%s%n',
        'x' x 8000,
        "\xff\xfe",
        'On',
        '10',
    );
}

sub lines_of ($h, $name) {
    my @values = values_for($h);
    return map { "<Perl>\n$_\n</Perl>" } "do '@{[ $values[2] ]}';", '1'
        if $name eq '<Perl';
    return ($name, "$name x") if $name =~ /\A\W|__END__/;
    return map { ($_, "$_ Off") } "$name On" if $is_flag{$name};
    return map { (qq{$name "$_"}, qq{$name "$_" "$values[3]"}) } @values;
}

my $REFUSED
    = qr/\[MH1\d{3}\]|not allowed here|Invalid command|was not closed|must be On|\b(?:takes|requires)\b/;

my @SITES = (
    [ 'prefork, in httpd', mpm => 'prefork' ],
    [ 'prefork, a pool',   mpm => 'prefork', pool => 1 ],
    [ 'event, in httpd',   mpm => 'event' ],
    [ 'event, a pool',     mpm => 'event', pool => 1 ],
);

my %override;

subtest 'the table' => sub {
    my $h = site(list => 1, start => 0);
    $h->configtest;
    %override = map { split /\t/ } split /\n/,
        read_file($h->root . '/directives');
    cmp_ok scalar(keys %override), '>', 50,
        'httpd knows more than 50 directives';

    # OR_LIMIT, OR_OPTIONS, OR_FILEINFO, OR_AUTHCFG, OR_INDEXES
    my @legal = grep { $override{$_} & 31 } sort keys %override;
    is_deeply [ sort keys %kind ], \@legal,
        'each that may stand in .htaccess has a row, and no other';
};

for (@SITES) {
    my ($name, %site) = @$_;
    my $all = join ' ', grep { /\APerl\w|\AScript|\ACGI/ }
        sort keys %override;
    my $h = site(%site, config => <<~"CONF");
        <Directory "\${DOCUMENT_ROOT}/listed">
            AllowOverride None
            AllowOverrideList $all
        </Directory>
        CONF

    subtest "each directive: $name" => sub {
        my $begun = $h->error_log_mark;
        for my $directive (sort keys %override) {
            my ($taken, $silent) = (0, 0);
            for my $line (lines_of($h, $directive)) {
                for my $folder ('hostile', 'listed') {
                    my $mark = $h->error_log_mark;
                    my $more
                        = $folder eq 'hostile' ? "SetHandler modperl\n" : '';
                    my $got = hostile($h, "$more$line\n", "/$folder/x.txt",
                        $folder);
                    $taken++ if $got->status != 500;
                    $silent++
                        if $h->error_log_since($mark) !~ $REFUSED;
                }
            }
            is $taken,  0, ".htaccess may not have $directive";
            is $silent, 0, "$directive: the log says why";
        }
        ok !has_run($h), 'no code of the folder has run';
        unlink map { $h->document_root . "/$_/.htaccess" } 'hostile',
            'listed';
        is get($h, '/hostile/x.txt')->body, "the file\n",
            'httpd still serves files beside a hostile .htaccess';
        unlike $h->error_log_since($begun), qr/exit signal/,
            'no process crashed by the .htaccess file';
    };

    subtest "what httpd's own directives choose: $name" => sub {
        my $begun = $h->error_log_mark;
        for my $handler (qw(perl-cgi perl-script modperl perl-psgi)) {
            for my $line (
                "SetHandler $handler",
                "AddHandler $handler .pl",
                "ForceType application/x-$handler\nAction"
                . " application/x-$handler /hostile/x.pl\nSetHandler $handler",
                "<Files x.pl>\nSetHandler $handler\n</Files>",
                "<If true>\nSetHandler $handler\n</If>"
                )
            {
                my $got = hostile($h, "$line\n", '/hostile/x.pl');
                unlike $got->body, qr/^ran/m,
                    "$line in .htaccess makes nothing run";
                isnt $got->status, 200, "$line in .htaccess gives no page"
                    if $handler eq 'perl-cgi';
            }
        }
        is hostile($h, "Options +ExecCGI\nSetHandler perl-cgi\n",
            '/hostile/x.pl')->status, 500, 'ExecCGI cannot be switched on';
        ok !has_run($h), 'no code of the folder has run';
        unlike $h->error_log_since($begun), qr/exit signal/,
            'no process crashed by ExecCGI in .htaccess';
    };

    subtest "handlers of the server that look at ExecCGI: $name" => sub {
        for my $class (qw(ModPerl::Registry ModPerl::PerlRun)) {
            my $h = site(%site, config => <<~"CONF");
                <Directory "\${DOCUMENT_ROOT}/hostile">
                    PerlResponseHandler $class
                </Directory>
                CONF
            for my $handler (qw(perl-script modperl)) {
                my $got
                    = hostile($h, "SetHandler $handler\n", '/hostile/x.pl');
                is $got->status, 403,
                    "$class as $handler without ExecCGI gets 403";
            }
            ok !has_run($h), 'no code of the folder has run';
        }
    };

    subtest "no application: $name" => sub {
        my $h = site(%site, config => <<~'CONF');
            <Directory "${DOCUMENT_ROOT}/hostile">
                PerlResponseHandler Mehari::PSGI
            </Directory>
            <Directory "${DOCUMENT_ROOT}/listed">
                SetHandler modperl
                PerlSetVar mehari.psgi "${DOCUMENT_ROOT}/hostile/evil.psgi"
                PerlResponseHandler Mehari::PSGI
            </Directory>
            CONF
        my $mark = $h->error_log_mark;
        for my $handler (qw(perl-script modperl)) {
            is hostile($h, "SetHandler $handler\n")->status, 500,
                "the handler $handler without an application is an error";
        }
        log_like($h, $mark, qr/there is no PerlPsgiApp for/);
        is get($h, '/listed/x.txt')->status, 500, 'a variable is none';
        ok !has_run($h), 'no code of the folder has run';
    };

    subtest "filters by name: $name" => sub {
        my %in;
        for my $file (glob "$root/src/module/*/*.c") {
            my $source = read_file($file);
            $in{$_} = 1 for $source =~ /"((?:MODPERL|MEHARI)_[A-Z_]+)"/g;
        }
        cmp_ok scalar(keys %in), '>', 5,
            'httpd has more than 5 input filters';
        for my $filter (sort keys %in) {
            for my $set (qw(SetOutputFilter SetInputFilter)) {
                hostile($h, "$set $filter\n");
                my $client = client($h);
                for (1, 2) {
                    my $got = $client->ask('/hostile/x.txt');
                    is $got->body, "the file\n", "$set $filter passes all on";
                }
            }
        }
    };
}

# --- what is allowed ----------------------------------------------------------

for (@SITES) {
    my ($name, %site) = @$_;
    my $runner = <<~'CONF';
        <Directory "${DOCUMENT_ROOT}/hostile">
            SetHandler modperl
            PerlResponseHandler Loaded::Runner
        </Directory>
        CONF

    subtest "by name: $name" => sub {
        my $h = site(%site, config => <<~"CONF");
            $runner
            PerlHtaccess PerlSetVar title style
            PerlHtaccess PerlAddVar title
            PerlHtaccess PerlOptions GlobalRequest
            PerlHtaccess PerlSendHeader
            PerlHtaccess PerlSetOutputFilter INCLUDES DEFLATE
            PerlHtaccess PerlResponseHandler Loaded::Runner
            CONF
        my @good = (
            'PerlSetVar title x',
            'PerlSetVar Title x',
            'PerlAddVar title x y',
            'PerlOptions +GlobalRequest',
            'PerlOptions -GlobalRequest',
            'PerlSendHeader Off',
            'PerlSetOutputFilter INCLUDES',
            'PerlResponseHandler Loaded::Runner',
            'PerlResponseHandler +Loaded::Runner',
        );
        for my $line (@good) {
            my $got = hostile($h, "$line\n");
            is $got->status, 200, $line;
            is $got->body, $line =~ /title/i ? "title=x\n" : "title=\n",
                "$line decides whether the value counts";
        }
        my $bad = $h->document_root . '/hostile';
        my @bad = (
            "PerlSetVar psgi_app $bad/Evil.pm",
            'PerlSetVar titles x',
            'PerlSetEnv title x',
            'PerlOptions +SetupEnv',
            'PerlSetupEnv On',
            'PerlSetOutputFilter INCLUDES;SUBSTITUTE',
            'PerlResponseHandler Loaded::runner',
            'PerlResponseHandler Loaded::Runner Mehari::PSGI',
            'PerlFixupHandler Loaded::Runner',
            "LoadedLine $bad/Evil.pm",
            'PerlHtaccess PerlSetVar psgi_app',
        );
        for my $line (@bad) {
            my $mark = $h->error_log_mark;
            is hostile($h, "$line\n")->status, 500,
                ".htaccess may not have the line $line";
            log_like($h, $mark, qr/\[MH1127\]|not allowed here/);
        }
        ok !has_run($h), 'no code of the folder has run';
    };

    subtest "where ExecCGI may be switched on: $name" => sub {
        my $h    = site(%site, override => 'All', config => $runner);
        my $file = $h->document_root . '/hostile/Evil.pm';
        is hostile($h, "PerlSetVar title x\n")->body, "title=x\n",
            '.htaccess may set values where its names are allowed';
        is hostile($h, "LoadedLine $file\n")->status, 200,
            'a directive in Perl';
        ok has_run($h), 'a script has run where ExecCGI was switched on';
        is hostile($h, "PerlResponseHandler Loaded::Runner\n")->status, 500,
            '.htaccess may not name handlers';
        $h->stop;

        $h = site(
            %site,
            override => 'All',
            config   => "$runner\nPerlHtaccess None\n"
        );
        is hostile($h, "PerlSetVar title x\n")->status, 500,
            'PerlHtaccess None: no values';
        is hostile($h, "LoadedLine $file\n")->status, 500,
            '.htaccess may not have directives of custom modules';

        $h = site(
            %site,
            override => 'FileInfo Options=Indexes',
            config   => $runner
        );
        is hostile($h, "PerlSetVar title x\n")->status, 500,
            '.htaccess may not set values with Options=Indexes alone';
    };
}

subtest 'virtual hosts' => sub {
    my $h = site(config => <<~'CONF');
        PerlHtaccess PerlSetVar title
        <VirtualHost *>
            ServerName one
            PerlHtaccess PerlSetVar style
        </VirtualHost>
        <VirtualHost *>
            ServerName none
            PerlHtaccess None
        </VirtualHost>
        CONF
    my %as = map { $_ => { headers => [ Host => $_ ] } } qw(one none);
    for (
        [ 'one',  'title', 200 ],
        [ 'one',  'style', 200 ],
        [ 'one',  'other', 500 ],
        [ 'none', 'title', 500 ]
        )
    {
        my ($host, $variable, $status) = @$_;
        hostile($h, "PerlSetVar $variable x\n");
        is get($h, '/hostile/x.txt', $as{$host}->%*)->status, $status,
            "the host $host answers $status for the variable $variable";
    }
};

subtest 'what PerlHtaccess takes' => sub {
    my %said = (
        'PerlHtaccess PerlModule POSIX' => 'MH1128',
        'PerlHtaccess PerlUsePool'      => 'MH1128',
        'PerlHtaccess PerlSetVar'       => 'MH1129',
        'PerlHtaccess PerlFixupHandler' => 'MH1129',
        'PerlHtaccess PerlPsgiApp /x'   => 'MH1128',
    );
    for my $line (sort keys %said) {
        my $h = server(start => 0, config => "$line\n");
        my ($good, $text) = $h->configtest;
        ok !$good, $line;
        like $text, qr/ \[$said{$line}\]$/m,
            "$line: httpd says why it is refused";
    }
};

subtest 'names of handlers in the configuration' => sub {
    my $h     = site(start => 0);
    my $bad   = $h->document_root . '/hostile';
    my $up    = '../' x 12 . ($bad =~ s{^/}{}r);
    my @names = (
        "$up/Evil", "$bad/Evil", "/$bad/Evil->handler",
        '::' . ($bad =~ s{^/}{}r =~ s{/}{::}gr) . '::Evil'
    );
    my $n    = 0;
    my $conf = join '', map { $n++; <<~"CONF" } @names;
        <Location "/n$n">
            SetHandler modperl
            PerlResponseHandler "$_"
        </Location>
        CONF
    $h = site(config => $conf);

    for my $i (1 .. $n) {
        is get($h, "/n$i")->status, 500, $names[ $i - 1 ];
    }
    ok !has_run($h), 'nothing has been loaded by a path';
    like $h->error_log, qr/is not the name of a Perl package/,
        'the log says that a path is not the name of a package';
};

done_testing;
