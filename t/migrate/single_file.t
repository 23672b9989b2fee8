# One httpd.conf with Includes: the same pages before and after, from real
# servers; the shown difference is the written one; and the way back.

use Mehari::Test;
use Mehari::MigrateSite qw(slurp snapshot);

my $site = Mehari::MigrateSite->new;
my $root = $site->root;
$site->copy_programs($_) for qw(cgi-bin htdocs/app htdocs/set vhost);
$site->write('htdocs/app/page.txt', "a static page\n");

my $conf = $site->write('conf/httpd.conf', $site->preamble . <<'CONF');
# The usual guard around the module.
<IfModule mpm_prefork_module>
	LoadModule cgi_module @MODULES@/mod_cgi.so
</IfModule>
Define CGI "@ROOT@/cgi-bin"
IncludeOptional conf/extra/*.conf
Include conf/more
<IfModule mod_fcgid.c>
    ScriptAlias /never/ /nowhere/
</IfModule>
CONF
$site->write('conf/extra/alias.conf', <<'CONF');
<IfModule alias_module>
    <IfDefine CGI>
    scriptalias   /cgi-bin/ \
                  "${CGI}/"
    </IfDefine>
    ScriptAliasMatch "^/match(/.*)?$" "@ROOT@/cgi-bin$1"
    ScriptAlias /one @ROOT@/cgi-bin/env.pl
    ScriptAlias /shell @ROOT@/cgi-bin/shell.sh
</IfModule>
<Directory "@ROOT@/cgi-bin">
    AllowOverride None
    Options None
</Directory>
CONF
$site->write('conf/more/10-handlers', <<'CONF');
<Directory "@ROOT@/htdocs/app">
	Options +ExecCGI
	AddHandler cgi-script .pl .cgi .sh
</Directory>
<Location "/set">
    SetHandler "cgi-script"
    Options +ExecCGI
</Location>
CONF
$site->write('conf/more/20-last',
          'Alias /al "@ROOT@/vhost"' . "\r\n"
        . "<Location /al>\r\n  SetHandler cgi-script\r\n"
        . "  Options +ExecCGI\r\n</Location>");

my @programs = qw(
    hello.pl env.pl?a=b env.pl/path/info count.pl cwd.pl post.pl status.pl
    exit.pl nph-raw.pl shell.sh plain mixed.cgi perl.cgi?x nothing.pl
);
my @extension = grep { !/plain/ } @programs;
my @paths     = (
    (map { "/cgi-bin/$_" } @programs),
    (map { "/match/$_" } @programs),
    (map { "/app/$_" } @extension, 'page.txt'),
    (map { "/set/$_" } @programs),
    (map { "/al/$_" } @programs),
    '/one',
    '/one/more?y',
    '/shell',
    '/shell/more',
);

my ($before) = $site->served($conf, sub ($site) { $site->pages(@paths) });
like(
    $before->{'/cgi-bin/hello.pl (1)'},
    qr/^200 OK.*Hello/s,
    'mod_cgi serves before the migration'
);
like(
    $before->{'/app/mixed.cgi (2)'},
    qr/a shell script/,
    'every way of configuration serves before the migration'
);

my $tree = snapshot("$root/conf");
my ($status, $diff, $notes) = $site->migrate($conf);
is($status, 0, 'the difference is shown') or diag($notes);
is_deeply(snapshot("$root/conf"), $tree,
    'showing the difference writes nothing');
like(
    $notes,
    qr/alias\.conf:8: ScriptAlias stays unchanged: none of its/,
    'a line that stays is told with file and line'
);
unlike($diff, qr/never/, 'a line that is not active is not touched');

# Applies the shown difference to a copy, with patch.
system('cp', '-a', "$root/conf", "$root/copy") == 0 or die;
my $relative = $diff =~ s{^(---|\+\+\+) \Q$root\E/conf/}{$1 }mgr;
open my $patch, '|-', 'patch', '-s', '-p0', '--binary', '-d', "$root/copy"
    or die;
print {$patch} $relative;
ok(close $patch, 'patch takes the difference');

($status, my $applied, $notes) = $site->migrate('--apply', $conf);
is($status,  0,     'mehari migrate --apply succeeds') or diag($notes);
is($applied, $diff, 'the applied difference is the one that was shown');
for my $file (qw(httpd.conf extra/alias.conf more/10-handlers more/20-last)) {
    is(
        slurp("$root/conf/$file"),
        slurp("$root/copy/$file"),
        "$file is what the difference makes of it"
    );
}

my ($after, $who) = $site->served(
    $conf,
    sub ($site) {
        (
            $site->pages(@paths),
            join '',
            map { $site->page("$_/who.pl") }
                qw(/cgi-bin /match /app /set /al)
        );
    }
);
is($after->{$_},             $before->{$_}, $_) for sort keys %$before;
is(() = $who =~ /^httpd$/mg, 5, 'Perl runs inside httpd, in every way')
    or diag($who);

($status, my $again, $notes) = $site->migrate($conf);
is($status, 1,  'a second run has nothing to do');
is($again,  '', 'a second migration shows no difference');
like(
    $notes,
    qr/migrated already, since .*: nothing to do\.\n\z/,
    'a second migration says that nothing is to do'
);

($status, undef, $notes) = $site->migrate('--revert', $conf);
is($status, 0, 'mehari migrate --revert succeeds') or diag($notes);
is_deeply(snapshot("$root/conf"), $tree, 'byte for byte, modes and times');

my ($back) = $site->served($conf, sub ($site) { $site->pages(@paths) });
is_deeply($back, $before, 'the site serves after --revert as before');

done_testing;
