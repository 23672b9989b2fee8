# mehari migrate --revert beside a site that came later and needs mehari, for
# example one of mehari setup: mehari stays loaded, and the command says why and
# how to unload it. In each layout, and without such a site.

use Mehari::Test;
use Mehari::Httpd::Config qw(modules_dir);
use Mehari::MigrateSite   qw(slurp spew snapshot module_under_test);

if (!-e module_under_test() =~ s{[^/]*\z}{mehari-pool}r) {
    plan skip_all => 'mehari-pool is not built';
}

# As mehari setup writes it: without mehari, all requests are refused.
my $SHOP = <<'CONF';
<IfDirective PerlPool>
    <VirtualHost *:@PORT@>
        ServerName shop.example
        DocumentRoot "@ROOT@/htdocs"
        <Location "/">
            SetHandler perl-cgi
            Options +ExecCGI
            Require all granted
        </Location>
    </VirtualHost>
</IfDirective>
<IfDirective !PerlPool>
    <VirtualHost *:@PORT@>
        ServerName shop.example
        <Location "/">
            Require all denied
        </Location>
    </VirtualHost>
</IfDirective>
CONF

# A site that runs its scripts without mehari, too.
my $EITHER = <<'CONF';
<IfModule perl_module>
    PerlWarn On
</IfModule>
CONF

my $CGI = <<'CONF';
<Directory "@ROOT@">
    Require all granted
</Directory>
<VirtualHost *:@PORT@>
    ScriptAlias "/cgi-bin/" "@ROOT@/cgi-bin/"
</VirtualHost>
CONF

# name => [code that writes the configuration and returns the argument of
# migrate, the main file, the new site's file, and the advice]
my %layout = (
    'one file' => sub ($site) {
        my $main = $site->write('conf/httpd.conf',
                  $site->preamble(mpm => 'event', modules => ['cgid'])
                . $CGI
                . "IncludeOptional conf/sites/*.conf\n");
        return {
            path   => $main,
            main   => $main,
            shop   => 'conf/sites/shop.conf',
            advice => qr/remove "LoadModule perl_module" from \Q$main\E\./,
        };
    },
    Debian => sub ($site) {
        my $dir = $site->root . '/apache2';
        $site->write("apache2/mods-$_/.keep", '') for qw(available enabled);
        my $main = $site->write('apache2/apache2.conf',
                  $site->preamble(mpm => 'event', modules => ['cgid'])
                . "IncludeOptional $dir/mods-enabled/*.load\n"
                . "IncludeOptional $dir/conf-enabled/*.conf\n"
                . $CGI
                . "IncludeOptional $dir/sites-enabled/*.conf\n");
        mkdir "$dir/$_" for qw(conf-available conf-enabled sites-enabled);
        return {
            path   => $dir,
            main   => $main,
            shop   => 'apache2/sites-enabled/shop.conf',
            advice => qr/a2dismod mehari\./,
        };
    },
    'Red Hat' => sub ($site) {
        my $dir = $site->root . '/etc';
        $site->write("etc/$_/.keep", '') for qw(conf.d conf.modules.d);
        my $main = $site->write('etc/conf/httpd.conf',
                  $site->preamble(mpm => 'event', modules => ['cgid'])
                . "IncludeOptional $dir/conf.modules.d/*.conf\n"
                . $CGI
                . "IncludeOptional $dir/conf.d/*.conf\n");
        return {
            path   => $dir,
            main   => $main,
            shop   => 'etc/conf.d/shop.conf',
            advice => qr{remove \S+/conf\.modules\.d/10-mehari\.conf\.},
        };
    },
);

sub shop ($site) {
    return $site->page('/cgi-bin/hello.pl', host => 'shop.example');
}

for my $name (sort keys %layout) {
    subtest $name => sub {
        my $site = Mehari::MigrateSite->new(mode => 'perl-cgi');
        my $root = $site->root;
        $site->copy_programs('cgi-bin');
        $site->copy_programs('htdocs');
        my $of   = $layout{$name}->($site);
        my $tree = snapshot($root);

        my ($status, undef, $said) = $site->migrate('--apply', $of->{path});
        is $status, 0, 'the migration is applied' or diag $said;
        my $either = $site->write($of->{shop} =~ s/shop/either/r, $EITHER);
        ($status, undef, $said) = $site->command('--revert', $of->{path});
        is $status, 0, 'it is taken back' or diag $said;
        like $said, qr/\ put\ back\ as\ before\ the\ migration\.
            \ Restart\ httpd\.$/mx, 'the next step is named';
        unlike $said, qr/stays loaded/,
            'nothing stays for a site that needs no mehari';
        unlink $either;
        is slurp($of->{main}), $tree->{ substr $of->{main}, length $root }
            =~ s/\Afile \d+ \d+ \d+ \d+ ?//r, 'the main file is as before';

        $site->migrate('--apply', $of->{path});
        my $shop = $site->write($of->{shop}, $SHOP);
        my ($before) = $site->served($of->{main}, \&shop);
        like $before, qr/\A200 /, 'the new site runs';
        ($status, undef, $said) = $site->command('--revert', $of->{path});
        is $status, 0, 'the migration is taken back beside it' or diag $said;
        like $said,
            qr/^mehari stays loaded, because \Q$shop\E:6 needs it\./m,
            'the command names the line that needs mehari';
        like $said, qr/ To unload it: $of->{advice}$/m, '... and the way out';
        my ($after) = $site->served($of->{main}, \&shop);
        is $after, $before, 'the new site runs as before';

        ($status, undef, $said) = $site->command('--revert', $of->{path});
        is $status, 1, 'there is nothing more to take back' or diag $said;
        ($status, undef, $said) = $site->migrate('--apply', $of->{path});
        is $status, 0, 'it can be migrated again' or diag $said;
        ($status, undef, $said) = $site->command('--revert', $of->{path});
        is $status, 0, '... and taken back again' or diag $said;
        is(($site->served($of->{main}, \&shop))[0],
            $before, 'the new site still runs');
    };
}

done_testing;
