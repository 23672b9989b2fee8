# After mehari migrate --apply: the module that answers for each program before
# and after, and the state after mehari is removed, alone or with mod_cgi.
# Programs then run under mod_cgi again, or are refused: httpd never sends their
# source. And revert.sh, which needs no file of mehari.

use Mehari::Test;
use Mehari::MigrateSite qw(slurp spew snapshot module_under_test);

if (!-e module_under_test() =~ s{[^/]*\z}{mehari-pool}r) {
    plan skip_all => 'mehari-pool is not built';
}

my $SOURCE = 'the source of a program';
my $SCRIPT = <<"PERL";
#!/usr/bin/perl
# $SOURCE
print "Content-Type: text/plain\\n\\n", "ran \$0\\n";
PERL

my $CONF = <<'CONF';
Header always set X-Handler "expr=%{HANDLER}"
<Directory "@ROOT@">
    AllowOverride All
    Require all granted
</Directory>
ScriptAlias /alias/ "@ROOT@/htdocs/alias/"
ScriptAlias "/odd [x]/" "@ROOT@/htdocs/odd/"
ScriptAliasMatch "^/regex/(.*)" "@ROOT@/htdocs/regex/$1"
ScriptAlias /single "@ROOT@/htdocs/single/x.pl"
<Location "/inside">
    ScriptAlias "@ROOT@/htdocs/inside/x.pl"
</Location>
<Directory "@ROOT@/htdocs/directory">
    Options +ExecCGI
    SetHandler cgi-script
</Directory>
<Directory "@ROOT@/htdocs/extension">
    Options +ExecCGI
    AddHandler cgi-script .pl .cgi
</Directory>
<Directory "@ROOT@/htdocs/some">
    Options +ExecCGI
    <Files "x*.pl">
        SetHandler cgi-script
    </Files>
</Directory>
<Directory "@ROOT@/htdocs/type">
    Options +ExecCGI
    AddType application/x-httpd-cgi .pl
</Directory>
<Directory "@ROOT@/htdocs/access">
    Options +ExecCGI
</Directory>
<Directory "@ROOT@/htdocs/force">
    Options +ExecCGI
    <Files "x.*">
        ForceType application/x-httpd-cgi
    </Files>
</Directory>
<Directory "@ROOT@/htdocs/if">
    Options +ExecCGI
    <If "%{REQUEST_URI} =~ m#/x[.]#">
        SetHandler cgi-script
    </If>
</Directory>
<Directory "@ROOT@/htdocs/else">
    Options +ExecCGI
    <If "%{REQUEST_URI} =~ m#/plain#">
        SetHandler default-handler
    </If>
    <Else>
        SetHandler cgi-script
    </Else>
</Directory>
<Directory "@ROOT@/htdocs/ruled-type">
    Options +ExecCGI
    RewriteEngine On
    RewriteRule "^x[.]" - [T=application/x-httpd-cgi]
</Directory>
<Directory "@ROOT@/htdocs/ruled">
    Options +ExecCGI
    RewriteEngine On
    RewriteRule "^x[.]" - [L,H=cgi-script]
</Directory>
<Directory "@ROOT@/htdocs/hidden">
    Options +ExecCGI
</Directory>
<Directory "@ROOT@/htdocs/typed">
    Options +ExecCGI
</Directory>
<Directory "@ROOT@/htdocs/types">
    Options +ExecCGI
</Directory>
TypesConfig "@ROOT@/conf/mime.types"
<Directory "@ROOT@/htdocs/acted">
    <Files "x.pl">
        SetHandler by-a-program
    </Files>
</Directory>
<IfModule actions_module>
    Action by-a-program /alias/x.pl
    Script POST /alias/x.pl
</IfModule>
ScriptAlias /shell/ "@ROOT@/htdocs/shell/"
<Location "/url">
    Options +ExecCGI
    SetHandler cgi-script
</Location>
<Location "/alias/other.pl">
    SetHandler application/x-other
</Location>
<Directory "@ROOT@/htdocs/directory/sub">
    SetHandler send-as-is
</Directory>
<Files "plain.pl">
    SetHandler default-handler
</Files>
<VirtualHost *:@PORT@>
    ServerName host.example
    <Directory "@ROOT@/htdocs/host">
        Options +ExecCGI
        AddHandler cgi-script .pl
    </Directory>
</VirtualHost>
CONF

my @folders = qw(
    alias odd regex single inside directory directory/sub extension some type
    access url host force if else ruled-type ruled hidden typed types acted
);
my @paths = (
    map({ ("/$_/x.pl", "/$_/x.pl/info?a", "/$_/plain.pl") }
        qw(alias odd%20[x] regex directory extension some type access url
            host force if else ruled-type ruled hidden typed)),
    '/types/x.cgy',
    '/types/x.pl',
    '/acted/x.pl',
    '/single',
    '/inside/x',
    '/alias/other.pl',
    '/directory/sub/x.pl',
    '/some/y.pl',
    '/extension/x.cgi',
    '/odd/x.pl',
    '/single/x.pl',
    '/regex//x.pl',
    '//alias/x.pl',
    '/alias/../alias/x.pl',
);

# The body, whether it was sent in chunks or not.
sub body_of ($raw) {
    my ($head, $body) = split /\r\n\r\n/, $raw, 2;
    return $body if $head !~ /^Transfer-Encoding: chunked/mi;
    my $whole = '';
    while ($body =~ s/\A([0-9a-f]+)\r\n//i && hex $1) {
        $whole .= substr $body, 0, hex($1) + 2, '';
        $whole =~ s/\r\n\z//;
    }
    return $whole;
}

sub asked ($site) {
    my %answer;
    for my $path (@paths) {
        my $raw       = $site->raw($path);
        my ($handler) = $raw =~ /^X-Handler: (.*?)\r/mi;
        my ($status)  = $raw =~ m{^HTTP/1.1 (\d+)};
        $answer{$path} = {
            handler => $handler // '',
            status  => $status,
            body    => body_of($raw),
        };
    }
    return \%answer;
}

sub shows_source ($answers) {
    return grep { $answers->{$_}{body} =~ /\Q$SOURCE\E/ } sort keys %$answers;
}

sub write_site ($site, $mpm) {
    for my $folder (@folders) {
        for my $name (qw(x.pl y.pl plain.pl other.pl x.cgi x.cgy)) {
            $site->write("htdocs/$folder/$name", $SCRIPT);
            chmod 0755, $site->root . "/htdocs/$folder/$name";
        }
    }
    $site->write('htdocs/shell/x.sh', <<~"SH");
        #!/bin/sh
        # $SOURCE
        printf 'Content-Type: text/plain\\n\\nran shell\\n'
        SH
    chmod 0755, $site->root . '/htdocs/shell/x.sh';
    $site->write('htdocs/access/.htaccess', "AddHandler cgi-script .pl\n");
    $site->write('htdocs/hidden/.htaccess',
        "RewriteEngine On\nRewriteRule ^x - [T=application/x-httpd-cgi]\n");
    $site->write('htdocs/typed/.htaccess',
        "AddType application/x-httpd-cgi .pl\n");
    $site->write('conf/mime.types', "application/x-httpd-cgi cgy\n");
    my $cgi = $mpm eq 'event' ? 'cgid' : 'cgi';
    return $site->preamble(
        mpm     => $mpm,
        modules =>
            [ $cgi, qw(headers asis rewrite), ('actions') x ($cgi eq 'cgi') ]
    ) . $CONF;
}

sub without ($text, @modules) {
    $text =~ s/^LoadModule ${_}_module .*\n//m or die "$_\n" for @modules;
    return $text;
}

for my $mpm (qw(prefork event)) {
    subtest $mpm => sub {
        my $site     = Mehari::MigrateSite->new(mode => 'perl-cgi');
        my $text     = write_site($site, $mpm);
        my $conf     = $site->write('conf/httpd.conf', $text);
        my $tree     = snapshot($site->root . '/conf');
        my $cgi      = $mpm eq 'event' ? 'cgid' : 'cgi';
        my ($before) = $site->served($conf, \&asked);
        my %cgi      = map { $_ => 1 }
            grep {
                   $before->{$_}{body} =~ /\Aran /
                || $before->{$_}{body} =~ /^ran /m
            } @paths;
        cmp_ok scalar(keys %cgi), '>', 20,
            "mod_$cgi runs more than 20 programs";
        my %plain = map { $_ => 1 } shows_source($before);
        cmp_ok scalar(keys %plain), '>', 5,
            'other files are sent as they are';

        my ($status, $diff, $notes) = $site->migrate('--apply', $conf);
        is $status, 0, 'mehari migrate --apply succeeds' or diag $notes;
        my $applied = slurp($conf);
        my ($after) = $site->served($conf, \&asked);
        for my $path (@paths) {
            my ($was, $is) = ($before->{$path}, $after->{$path});
            is $is->{body},   $was->{body},   "$path: the same answer";
            is $is->{status}, $was->{status}, "$path: the same status";
            is $is->{handler}, $cgi{$path} ? 'perl-cgi' : $was->{handler},
                "$path is answered by the expected handler";
        }
        ($status, undef, $notes) = $site->migrate($conf);
        is $status, 1, 'a second run has nothing to do' or diag $notes;

        spew($conf, without($applied, 'perl'));
        my ($gone) = $site->served($conf, \&asked);
        is $gone->{$_}{body}, $before->{$_}{body},
            "$_ answers without mehari as before"
            for @paths;

        spew($conf, without($applied, $cgi));
        my ($alone) = $site->served($conf, \&asked);
        is $alone->{$_}{body}, $before->{$_}{body},
            "$_ answers without mod_$cgi as with it"
            for @paths;

        spew($conf, without($applied, $cgi, 'perl'));
        my ($none) = $site->served($conf, \&asked);
        is_deeply [ grep { $cgi{$_} } shows_source($none) ], [],
            'no source of a program is shown without both modules';
        is $none->{$_}{status}, 403, "$_ is refused without both modules"
            for sort keys %cgi;

        my $script = "$conf.mehari-backup/1/revert.sh";
        is system("sh $script >/dev/null 2>&1") >> 8, 1,
            'revert.sh sees that the file was changed';
        ok -e $script, 'the removal leaves the script';
        spew($conf, $applied);
        is system("sh $script >/dev/null"), 0, 'revert.sh takes it back';
        is_deeply snapshot($site->root . '/conf'), $tree,
            '--revert restores every byte';
    };
}

# The layout of Debian, in a tree of its own.
subtest 'Debian' => sub {
    my $site   = Mehari::MigrateSite->new(mode => 'perl-cgi');
    my $root   = $site->root;
    my $text   = write_site($site, 'event');
    my (@load) = $text =~ /^(LoadModule .*)/mg;
    $text =~ s/^LoadModule .*\n//mg;
    my $conf = "$root/apache2";
    for my $line (@load) {
        my ($name) = $line =~ /(\w+)_module/;
        $site->write("apache2/mods-available/$name.load", "$line\n");
        mkdir "$conf/mods-enabled";
        symlink "../mods-available/$name.load",
            "$conf/mods-enabled/$name.load";
    }
    mkdir "$conf/$_" for qw(conf-available conf-enabled);
    $site->write('apache2/envvars', "export A=b\n");
    $text =~ s/^(Header always)/IncludeOptional $conf\/mods-enabled\/*.load
IncludeOptional $conf\/conf-enabled\/*.conf
$1/m;
    $site->write('apache2/apache2.conf', $text);
    my $tree     = snapshot($conf);
    my $main     = "$conf/apache2.conf";
    my ($before) = $site->served($main, \&asked);

    my ($status, $diff, $notes) = $site->migrate('--apply', $conf);
    is $status, 0, 'mehari migrate --apply succeeds' or diag $notes;
    is_deeply [ $diff =~ m{^\+\+\+ \Q$conf\E/(\S+)}mg ],
        [
        'conf-available/mehari-cgi.conf', 'conf-enabled/mehari-cgi.conf',
        'mods-available/mehari.load',     'mods-enabled/mehari.load'
        ],
        'these files come, and no other changes';
    my ($after) = $site->served($main, \&asked);
    is $after->{'/alias/x.pl'}{handler}, 'perl-cgi',
        'mehari answers after its package is installed';
    is $after->{$_}{body}, $before->{$_}{body}, $_ for @paths;

    unlink "$conf/mods-enabled/mehari.load";
    unlink "$conf/mods-available/mehari.load";
    my ($gone) = $site->served($main, \&asked);
    is $gone->{'/alias/x.pl'}{handler}, 'cgi-script',
        'mod_cgi answers after the package is purged';
    is $gone->{$_}{body}, $before->{$_}{body},
        "$_ answers after the purge as before"
        for @paths;

    unlink "$conf/mods-enabled/cgid.load";
    my ($none) = $site->served($main, \&asked);
    is $none->{'/alias/x.pl'}{status}, 403,
        'a script is refused without both modules';
    symlink '../mods-available/cgid.load', "$conf/mods-enabled/cgid.load";

    is system("sh $main.mehari-backup/1/revert.sh >/dev/null"), 0,
        'revert.sh, after a purge';
    is_deeply snapshot($conf), $tree,
        "--revert restores every byte of Debian's tree";
};

done_testing;
