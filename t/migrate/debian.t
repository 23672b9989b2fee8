# Debian's layout: modules and sites are links, and stay links;
# from the event MPM with mod_cgid to prefork with mehari, and back.

use Mehari::Test;
use Mehari::Httpd::Config qw(modules_dir);
use Mehari::MigrateSite   qw(slurp spew snapshot);

my ($site, $root, $conf);

# Copies the layout that is installed here, with the paths of the test.
sub copy_debian () {
    system('cp', '-a', '/etc/apache2', $conf) == 0 or die;
    unlink glob "$conf/mods-enabled/{cgi,cgid,perl,mehari,mpm_*}.*";
    unlink glob "$conf/sites-enabled/*";
    unlink glob "$conf/conf-enabled/*";
    my $file = "$conf/conf-available/serve-cgi-bin.conf";
    spew($file, slurp($file) =~ s{/usr/lib/cgi-bin}{$root/cgi-bin}gr);
    return;
}

# Makes the same layout on a machine that only has httpd's program.
sub small_debian () {
    my $dir = modules_dir();
    $site->write("apache2/$_-enabled/.keep", '') for qw(mods conf sites);
    my @basic = qw(authz_core alias mime env dir);
    for my $name (@basic, qw(cgid mpm_event mpm_prefork)) {
        $site->write("apache2/mods-available/$name.load",
            ($name =~ /mpm/ ? "# one of the MPMs\n" : '')
                . "LoadModule ${name}_module $dir/mod_$name.so\n");
    }
    $site->write('apache2/mods-available/cgid.conf',
        "ScriptSock \${APACHE_RUN_DIR}/socks/sock\n");
    $site->write("apache2/mods-available/mpm_$_.conf",
        "MaxConnectionsPerChild 0\n")
        for qw(event prefork);
    enable('mods', map { "$_.load" } @basic);
    $site->write('apache2/envvars', <<~'SH');
        export APACHE_RUN_USER=www-data APACHE_RUN_GROUP=www-data
        SH
    $site->write('apache2/apache2.conf', <<~'CONF');
        DefaultRuntimeDir ${APACHE_RUN_DIR}
        PidFile ${APACHE_PID_FILE}
        User ${APACHE_RUN_USER}
        Group ${APACHE_RUN_GROUP}
        ErrorLog ${APACHE_LOG_DIR}/error.log
        TypesConfig /dev/null
        IncludeOptional mods-enabled/*.load
        IncludeOptional mods-enabled/*.conf
        Include ports.conf
        <Directory />
            Require all denied
        </Directory>
        IncludeOptional conf-enabled/*.conf
        IncludeOptional sites-enabled/*.conf
        CONF
    $site->write('apache2/conf-available/serve-cgi-bin.conf', <<~'CONF');
        <IfModule mod_cgid.c>
            Define WITH_CGI
        </IfModule>
        <IfDefine WITH_CGI>
            ScriptAlias /cgi-bin/ "@ROOT@/cgi-bin/"
            <Directory "@ROOT@/cgi-bin">
                Options -MultiViews
                Require all granted
            </Directory>
        </IfDefine>
        CONF
    return;
}

# mod_cgid under event, and a site with CGI programs of its own.
sub finish_debian () {
    enable('mods', qw(mpm_event.load mpm_event.conf cgid.load cgid.conf));
    enable('conf', 'serve-cgi-bin.conf');
    spew("$conf/ports.conf", 'Listen 127.0.0.1:' . $site->port . "\n");
    spew("$conf/envvars",    slurp("$conf/envvars") . <<~"SH");
        export APACHE_PID_FILE=$root/run/httpd.pid
        export APACHE_RUN_DIR=$root/run
        export APACHE_LOCK_DIR=$root/lock
        export APACHE_LOG_DIR=$root/logs
        SH
    mkdir "$root/run/socks";
    $site->write('apache2/sites-available/shop.conf', <<~'CONF');
        <VirtualHost *:@PORT@>
        	ServerName shop.example
        	DocumentRoot @ROOT@/htdocs
        	<Directory @ROOT@/htdocs/app>
        		Options +ExecCGI
        		Require all granted
        		AddHandler cgi-script .pl .cgi
        	</Directory>
        </VirtualHost>
        CONF
    enable('sites', 'shop.conf');
    return;
}

sub enable ($what, @names) {
    symlink "../$what-available/$_", "$conf/$what-enabled/$_" for @names;
    return;
}

sub serve ($code) {
    return $site->served(
        "$conf/apache2.conf", $code,
        SERVER_ROOT      => $conf,
        APACHE_RUN_USER  => 'www-data',
        APACHE_RUN_GROUP => 'www-data',
        APACHE_PID_FILE  => "$root/run/httpd.pid",
        APACHE_RUN_DIR   => "$root/run",
        APACHE_LOCK_DIR  => "$root/lock",
        APACHE_LOG_DIR   => "$root/logs",
    );
}

my @paths = (
    (
        map { "/cgi-bin/$_" }
            qw(
            hello.pl env.pl/info?a=b count.pl cwd.pl post.pl status.pl exit.pl
            nph-raw.pl shell.sh plain mixed.cgi perl.cgi?x nothing.pl)
    ),
    (map { "/app/$_" } qw(hello.pl count.pl perl.cgi?x mixed.cgi)),
);

sub migrate_and_revert ($make) {
    $site = Mehari::MigrateSite->new;
    $root = $site->root;
    $conf = "$root/apache2";
    $site->copy_programs('cgi-bin');
    $site->copy_programs('htdocs/app');
    $make->();
    finish_debian();

    my ($before) = serve(sub ($site) { $site->pages(@paths) });
    like($before->{'/cgi-bin/shell.sh (1)'},
        qr/shell GET/, 'mod_cgid serves before the migration');
    my $tree = snapshot($conf);

    subtest 'a threaded MPM' => sub {
        my ($status, $diff, $notes) = $site->migrate($conf);
        is($status, 0, 'showing a migration exits with 0');
        unlike($diff, qr/mpm_event\.load/,
            'the file of mpm_event is left alone');
        like(
            $notes,
            qr/mpm_event\.load:2: the event MPM stays: .*--mpm/s,
            'a note says what staying with event means'
        );
        ($status, undef, $notes) = $site->migrate('--apply', $conf);
        is($status, 0, 'the migration is applied') or diag($notes);
        ok(-l "$conf/mods-enabled/mpm_event.load", 'event is still enabled');
        my ($after, $who) = serve(
            sub ($site) {
                ($site->pages(@paths), $site->page('/cgi-bin/who.pl'));
            }
        );
        is($after->{$_}, $before->{$_}, "$_ answers under event as before")
            for sort keys %$before;
        like($who, qr{^httpd$}m, 'Perl runs inside httpd');
        is(($site->command('--revert', $conf))[0],
            0, 'mehari migrate --revert succeeds');
        is_deeply(snapshot($conf), $tree,
            'a revert of event restores every byte');
    };

    my ($status, $diff, $notes) = $site->migrate('--mpm', $conf);
    is($status, 0, 'showing a migration with --mpm exits with 0')
        or diag($notes);
    is_deeply(snapshot($conf), $tree,
        'showing the difference writes nothing');
    like($diff, qr/^# a2dismod mpm_event$/m, 'the difference disables event');
    like(
        $diff,
        qr/^# a2enmod mpm_prefork$/m,
        'the difference enables prefork'
    );
    like($diff, qr/^# a2enmod mehari$/m, 'the difference enables mehari');
    like(
        $diff,
        qr{^--- \Q$conf\E/sites-available/shop\.conf$}m,
        'the difference is of the real file'
    );
    unlike(
        $diff,
        qr/^(?:---|\+\+\+) \S+(?:sites|conf)-enabled/m,
        'the difference is not of the link'
    );

    ($status, my $applied, $notes)
        = $site->migrate('--mpm', '--apply', $conf);
    is($status,  0,     'mehari migrate --apply succeeds') or diag($notes);
    is($applied, $diff, 'the applied difference is what was shown');
    is(
        readlink "$conf/mods-enabled/mehari.load",
        '../mods-available/mehari.load',
        'enabled as a2enmod does'
    );
    is(
        readlink "$conf/sites-enabled/shop.conf",
        '../sites-available/shop.conf',
        'a link is still a link'
    );
    ok(
        !-l "$conf/mods-enabled/mpm_event.load",
        'event is disabled for prefork'
    );
    ok(-e "$conf/mods-enabled/mpm_prefork.conf", 'prefork is enabled');

    my ($after, $who) = serve(
        sub ($site) {
            (
                $site->pages(@paths),
                join '', map { $site->page("$_/who.pl") } qw(/cgi-bin /app)
            );
        }
    );
    is($after->{$_},             $before->{$_}, $_) for sort keys %$before;
    is(() = $who =~ /^httpd$/mg, 2, 'Perl runs inside httpd') or diag($who);

    ($status, undef, $notes) = $site->migrate('--mpm', $conf);
    is($status, 1, 'a second run has nothing to do');
    like(
        $notes,
        qr/migrated already/,
        'a second migration says that it is done already'
    ) or diag($notes);

    ($status, undef, $notes) = $site->command('--revert', $conf);
    is($status, 0, 'mehari migrate --revert succeeds') or diag($notes);
    is_deeply(snapshot($conf), $tree, 'every file and every link is back');

    subtest 'mod_perl is there already' => sub {
        my $module = spew("$root/some where/mod_mehari.so", '');
        my $theirs = spew("$root/mod_perl.so",              '');
        spew(
            "$conf/mods-available/perl.load",
            "LoadModule perl_module $theirs\n"
        );
        enable('mods', 'perl.load');
        my ($status, $diff, $notes)
            = $site->command('--module', $module, $conf);
        is($status, 0, 'the migration beside mod_perl exits with 0')
            or diag($notes);
        like(
            $diff,
            qr{^\+LoadModule perl_module "\Q$module\E"$}m,
            "the path of mod_perl's module changes"
        );
        like(
            $diff,
            qr{^--- \Q$conf\E/mods-available/perl\.load$}m,
            'the difference changes the file of mod_perl'
        );
        like($diff, qr/^\+PerlSwitches "-I/m, 'Perl finds our modules');
        unlike($diff, qr/mehari\.load/,
            'mehari is not enabled as a second module');
    };

    subtest 'mehari is installed already' => sub {
        unlink "$conf/mods-enabled/perl.load";
        my $module = spew("$root/mod_other.so", '');
        my $text   = "# mine\nLoadModule perl_module $module\n";
        spew("$conf/mods-available/mehari.load", $text);
        my (undef, $diff) = $site->command('--module', $module, $conf);
        unlike(
            $diff,
            qr/^--- \S+mehari\.load$/m,
            'the file of an installed mehari is not changed'
        );
        like(
            $diff,
            qr/^# a2enmod mehari$/m,
            'the installed mehari is enabled'
        );
        spew("$conf/mods-available/mehari.load", $text =~ s/other/old/r);
        (undef, $diff) = $site->command('--module', $module, $conf);
        like($diff, qr/^-LoadModule \S+ \S+mod_old\.so$/m,
            'unless it is old');
    };

    subtest 'a part of it' => sub {
        my ($status, undef, $notes)
            = $site->migrate("$conf/sites-available/shop.conf");
        is($status, 1, 'a part of a configuration exits with 1');
        like(
            $notes,
            qr/a part of Debian's configuration: name the whole, \Q$conf\E\.$/m,
            "a part of a configuration is refused with the whole's name"
        );
    };
    return;
}

subtest 'the layout' => sub { migrate_and_revert(\&small_debian) };

subtest 'as installed here' => sub {
    plan skip_all => 'the package apache2 is not installed'
        if !-f '/etc/apache2/apache2.conf' || !-d '/etc/apache2/mods-enabled';
    migrate_and_revert(\&copy_debian);
};

done_testing;
