# Each container in which CGI can be switched on, served before and after:
# the same pages, Perl inside httpd, everything else unchanged.

use Mehari::Test;
use Mehari::Httpd::Config qw(modules_dir);
use Mehari::MigrateSite   qw(slurp spew);

my $site = Mehari::MigrateSite->new;
my $root = $site->root;

# name => configuration around @DIR@
my %case = (
    server    => '',
    directory => <<'CONF',
<Directory "@DIR@">
    Options +ExecCGI
    SetHandler cgi-script
</Directory>
CONF
    files => <<'CONF',
<Directory "@DIR@">
    Options +ExecCGI
    <Files "*.pl">
        SetHandler cgi-script
    </Files>
    <FilesMatch "\.(sh|cgi)$">
        SetHandler cgi-script
    </FilesMatch>
    <Files "plain">
        SetHandler cgi-script
    </Files>
</Directory>
CONF
    condition => <<'CONF',
<Directory "@DIR@">
    Options +ExecCGI
    <If "%{REQUEST_METHOD} in { 'GET', 'POST' }">
        SetHandler cgi-script
    </If>
</Directory>
CONF
    match => <<'CONF',
<DirectoryMatch "^@DIR@(/|$)">
    Options +ExecCGI
    SetHandler cgi-script
</DirectoryMatch>
CONF
    location => <<'CONF',
<Location "/location">
    Options +ExecCGI
    AddHandler cgi-script .pl .cgi .sh
</Location>
CONF
    inside => <<'CONF',
<Location "/inside">
    ScriptAlias "@DIR@/env.pl"
</Location>
CONF
);
my @programs = qw(
    hello.pl env.pl/info?a=b count.pl cwd.pl post.pl status.pl nph-raw.pl
    shell.sh mixed.cgi perl.cgi?x
);
my $text = $site->preamble(modules => ['cgi']);
for my $name (sort keys %case) {
    my $dir = $site->copy_programs("htdocs/$name");
    $text .= $case{$name} =~ s/\@DIR\@/$dir/gr;
}
# The whole server, and a directory where nothing may run.
$text .= <<"CONF";
AddHandler cgi-script cgi pl .sh
<Directory "$root/htdocs/server">
    Options +ExecCGI
</Directory>
<Directory "$root/htdocs/plain">
    Options -ExecCGI
</Directory>
CONF
$site->copy_programs('htdocs/plain');
$site->write('htdocs/plain/page.txt', "page\n");
my $conf = $site->write('conf/httpd.conf', $text);

my @paths = ('/plain/page.txt', '/plain/hello.pl');
push @paths, map {
    my $case = $_;
    map { "/$case/$_" } @programs
} keys %case;
# env.pl answers there, and the chunks of httpd's response depend on the moment.
@paths = grep { !m{/inside/nph-} } @paths;
my ($before) = $site->served($conf, sub ($site) { $site->pages(@paths) });
my ($status, $diff, $notes) = $site->migrate('--apply', $conf);
is($status, 0, 'applied, so configtest takes it') or diag($notes);
my ($after, %who) = $site->served(
    $conf,
    sub ($site) {
        (
            $site->pages(@paths),
            map { $_ => $site->page("/$_/who.pl") } keys %case
        );
    }
);
is($after->{$_}, $before->{$_}, $_) for sort keys %$before;
like($who{$_}, qr/^httpd$/m, "$_: Perl runs inside httpd")
    for grep { $_ ne 'inside' } sort keys %who;
like(
    $diff,
    qr{^\+    Alias "\S+/inside/env\.pl"$}m,
    'ScriptAlias inside Location becomes an Alias'
);

($status, undef, $notes) = $site->migrate($conf);
is($status, 1, 'a second run has nothing to do');
like(
    $notes,
    qr/migrated already/,
    'a second migration of containers says that it is done'
);

subtest 'the four modes' => sub {
    my %class = (
        registry        => 'ModPerl::Registry',
        perlrun         => 'ModPerl::PerlRun',
        registryprefork => 'ModPerl::RegistryPrefork',
        perlrunprefork  => 'ModPerl::PerlRunPrefork',
    );
    my $one = $site->write('conf/one.conf',
        $site->preamble(modules => ['cgi'])
            . "ScriptAlias /a/ $root/htdocs/server/\n");
    for my $mode (sort keys %class) {
        my (undef, $diff) = $site->migrate('--mode', $mode, $one);
        like($diff, qr/^\+    PerlResponseHandler \Q$class{$mode}\E$/m,
            $mode);
    }
};

subtest 'one httpd.conf and --mpm' => sub {
    my $event = $site->write('conf/event.conf',
              $site->preamble(modules => ['cgid'], mpm => 'event')
            . "<IfModule mpm_prefork_module>\n"
            . "ScriptAlias /p/ $root/htdocs/server/\n</IfModule>\n");
    my ($status, $diff, $notes) = $site->migrate('--mpm', $event);
    is($status, 0, 'the migration with --mpm exits with 0') or diag($notes);
    like(
        $diff,
        qr/^\+LoadModule mpm_prefork_module \S+mod_mpm_prefork\.so$/m,
        'the difference loads the prefork MPM'
    );
    like($diff, qr{^\+Alias /p/}m, 'conditions are read as they will be');
};

subtest 'conditions' => sub {
    my $modules = modules_dir();
    my $body    = <<"CONF";
LoadModule cgi_module $modules/mod_cgi.so
<IfModule mod_cgi.c>
  ScriptAlias /yes1/ $root/htdocs/server/
</IfModule>
<IfModule !cgi_module>
  ScriptAlias /no1/ $root/htdocs/server/
</IfModule>
<IfDefine WANTED>
  ScriptAlias /yes2/ $root/htdocs/server/
  <IfDefine !WANTED>
    ScriptAlias /no2/ $root/htdocs/server/
  </IfDefine>
</IfDefine>
<IfFile /nowhere/at/all>
  ScriptAlias /no3/ $root/htdocs/server/
</IfFile>
<Perl>
  ScriptAlias /no4/ $root/htdocs/server/
</Perl>
# ScriptAlias /no5/ $root/htdocs/server/
Include conf/httpd-none-*.conf
CONF
    my $if = $site->write('conf/if.conf', $site->preamble . $body);
    my ($status, $diff, $notes) = $site->migrate('--define', 'WANTED', $if);
    is($status, 0, 'the migration of conditions exits with 0')
        or diag($notes);
    is_deeply([ $diff =~ m{^\+\s*Alias /(\w+)/}mg ],
        [qw(yes1 yes2)], 'conditions that hold are migrated, and no others');
};

done_testing;
