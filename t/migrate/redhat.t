# Red Hat's layout: files of our own in conf.d and conf.modules.d, no change of
# others, and the way back; a site of mehari setup, which takes no other site's
# place; doctor's findings.

use Mehari::Test          qw(fixture source_root);
use Mehari::Httpd::Config qw(find_httpd modules_dir static_modules);
use Mehari::MigrateSite   qw(slurp spew snapshot);

my $site = Mehari::MigrateSite->new(mode => 'perl-cgi');
my $root = $site->root;
my $conf = "$root/etc/httpd";
my $main = "$conf/conf/httpd.conf";

# The fixture with the paths of the test, without modules that are compiled in
# here.
sub copy_layout () {
    mkdir "$root/etc";
    system('cp', '-R', fixture('redhat') . '/etc/httpd', $conf) == 0 or die;
    $site->copy_programs('cgi-bin');
    my $user = $> == 0 ? 'www-data' : '';
    my $text
        = slurp($main) =~ s{/etc/httpd}{$conf}gr
        =~ s{/var/www/cgi-bin}{$root/cgi-bin}gr
        =~ s{/var/www/html}{$root/htdocs}gr
        =~ s{^Listen .*}{"Listen 127.0.0.1:" . $site->port}emr
        =~ s{^(User|Group) .*\n}{$user ? "$1 $user\n" : ''}gemr
        =~ s{^TypesConfig .*}{TypesConfig /dev/null}mr;
    spew($main,
              "ServerName localhost\nPidFile logs/pid\n"
            . "DefaultRuntimeDir run\n$text");
    symlink "$root/$_",    "$conf/$_" for qw(logs run);
    symlink modules_dir(), "$conf/modules";
    spew("$conf/conf.d/mehari-refuse.conf",
        slurp(source_root() . '/packaging/mehari-refuse.conf')
            =~ s/\@modules\@/modules_dir()/ger);
    my $built_in = static_modules(find_httpd());
    my $base     = "$conf/conf.modules.d/00-base.conf";
    spew(
        $base,
        join '',
        grep { !/mod_(\w+)\.so/ || !$built_in->{$1} }
            slurp($base) =~ /^.*\n/mg
    );
    return;
}

sub command (@words) {
    my $words = join ' ', map { quotemeta } $^X,
        '-I' . source_root() . '/lib',
        source_root() . '/bin/mehari', @words;
    my $said = `$words 2>&1`;
    return ($? >> 8, $said);
}

sub who ($path = '/cgi-bin/hello.pl', @more) {
    my ($page) = $site->served(
        $main,
        sub ($site) { $site->page($path, @more) },
        SERVER_ROOT => $conf
    );
    return $page;
}

copy_layout();
my $tree = snapshot($conf);
like who(), qr/\A200 /, 'mod_cgid serves before';

subtest 'migrate' => sub {
    my ($status, $diff, $notes) = $site->migrate($conf);
    is $status, 0, 'showing a migration exits with 0' or diag $notes;
    unlike $notes, qr/mehari-refuse/, 'nothing is to be said of our own file';
    is_deeply snapshot($conf), $tree, 'it writes nothing';
    is_deeply [ $diff =~ /^\+\+\+ (\S+)$/mg ],
        [
        "$conf/conf.d/mehari-cgi.conf",
        "$conf/conf.modules.d/10-mehari.conf"
        ],
        'two new files, and no other change';
    like $diff, qr/without mehari: delete this file$/m, 'the way back';
    ($status, undef, $notes) = $site->migrate('--apply', $conf);
    is $status, 0, 'the migration is applied' or diag $notes;
    like who(), qr/\A200 /, 'mehari serves after it';
    my (undef, $report) = command('doctor', $conf);
    like $report =~ s/\n {9,}/ /gr,
        qr/^ok    mehari runs    \d+ scripts?: in \Q$root\E/m,
        'doctor says that mehari runs the scripts';
    ($status, undef, $notes) = $site->command('--revert', $conf);
    is $status, 0, 'the migration is reverted' or diag $notes;
    is_deeply snapshot($conf), $tree, 'every byte is back';
};

subtest 'doctor' => sub {
    my (undef, $report) = command('doctor', $conf);
    like $report =~ s/\n {9,}/ /gr,
        qr/^warn  mod_cgi runs   \d+ scripts?: in \Q$root\E/m,
        'mod_cgi runs the scripts';
    like $report =~ s/\n {9,}/ /gr,
        qr{LoadModule perl_module \S+ in \Q$conf\E/conf\.modules\.d},
        'the place for the line that loads mehari';
};

subtest 'setup' => sub {
    my ($status, $said) = command(
        'setup',  $conf,  '--scripts',     "$root/cgi-bin",
        '--name', 'shop', '--server-name', 'shop.example',
        '--port', $site->port
    );
    is $status, 0, 'a site is set up' or diag $said;
    like $said, qr{conf\.modules\.d/10-mehari\.conf:\n +LoadModule perl_},
        'the line that loads mehari';
    my ($line) = $said =~ /^ +(LoadModule perl_module .*)$/m;
    spew("$conf/conf.modules.d/10-mehari.conf", "$line\n");
    spew("$root/htdocs/page.html",              "the page\n");
    like who('/page.html'), qr/\A200 .*the page$/ms,
        'the server itself answers as before';
    like who('/hello.pl', host => 'shop.example'), qr/\A200 /,
        'the new site answers to its name';
    my (undef, $again) = command(
        'setup',  $conf,  '--scripts',     "$root/cgi-bin",
        '--name', 'shop', '--server-name', 'shop.example',
        '--port', $site->port
    );
    unlike $again, qr/LoadModule/,   'the module is loaded by now';
    like $again,   qr/^unchanged /m, 'the same command again changes nothing';
};

subtest 'a part of the configuration' => sub {
    my ($status, undef, $notes) = $site->migrate("$conf/conf.d/userdir.conf");
    is $status, 1, 'a file of conf.d is refused';
    like $notes, qr/is a part of the configuration of \Q$conf\E: name that/,
        'the whole is named';
};

subtest 'conf.d is not read' => sub {
    spew($main, slurp($main) =~ s/^Include.* conf\.d.*\n//mr);
    unlink "$conf/conf.modules.d/10-mehari.conf";
    my (undef, $diff) = $site->migrate($conf);
    is_deeply [ sort $diff =~ /^\+\+\+ (\S+)$/mg ],
        [ sort $main, "$conf/conf.modules.d/10-mehari.conf" ],
        'the block is in the main file';
};

done_testing;
