# The files of mehari setup: their places, the files that they replace, and
# refusals.

use Mehari::Test;
use File::Find qw(find);
use File::Temp qw(tempdir);
use Mehari::Httpd::Config;
use Mehari::Test::Serve;

my $top = tempdir(CLEANUP => 1);
chmod 0755, $top;
write_file("$top/Shop_1/$_", "#!/usr/bin/perl\n", 0755) for qw(a.pl b.cgi);
write_file("$top/app/app.psgi", "sub { [200, [], ['x']] }\n");

sub setup (@args) { return Mehari::Test::Serve::command('setup', @args) }

# path => text of all files below.
sub files_in ($dir) {
    my %text;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                $text{ substr $_, 1 + length $dir } = read_file($_) if -f;
            },
        },
        $dir
    ) if -d $dir;
    return \%text;
}

my @serve = ('--scripts', "$top/Shop_1");
my @names = sort qw(
    conf/httpd.conf conf/logrotate.conf systemd/mehari-shop-1.service
    systemd/mehari-shop-1-logs.service systemd/mehari-shop-1-logs.timer
);
push @names, 'conf/mime.types' if !-f '/etc/mime.types';
@names = sort @names;

subtest 'a dry run' => sub {
    my ($status, $out, $err) = setup("$top/new", @serve, '--dry-run');
    is $status, 0, 'mehari setup --dry-run exits with 0' or diag $err;
    is_deeply [ sort $out =~ /^==> \Q$top\E\/new\/(.*)$/mg ], \@names,
        'a dry run prints each file';
    like $out, qr/^PerlPool shop-1 /m, 'a dry run prints the text of a file';
    ok !-e "$top/new", 'a dry run writes no file';
};

subtest 'a ServerRoot' => sub {
    my ($status, $out, $err) = setup("$top/new", @serve, '--port', 8099);
    is $status, 0,  'mehari setup exits with 0';
    is $err,    '', 'mehari setup complains about nothing';
    my $first = files_in("$top/new");
    is_deeply [ sort keys %$first ], \@names, 'mehari setup writes the files';
    like $out, qr/^written    \Q$top\E\/new\/\Q$_\E$/m,
        "mehari setup tells that $_ is written"
        for @names;
    ok -d "$top/new/$_", "mehari setup makes the folder $_" for qw(logs run);
    like $out, qr/^Next:\n\n1\. /m, 'mehari setup says what to do next';

    my @blocks = map { [ $_, split /\n{2,}/, $first->{$_} ] }
        grep { !/mime/ } @names;
    for my $file (@blocks) {
        my ($name, @parts) = @$file;
        is_deeply [
            grep { !/\A(?:#|\[(?:Unit|Timer|Install)\])/ }
            map  { s/\A\n*\[Service\]\n//r } @parts
            ],
            [], "each part of $name says why it is there";
    }

    ($status, $out) = setup("$top/new", @serve, '--port', 8099);
    is $status, 0, 'mehari setup succeeds a second time';
    is scalar(() = $out =~ /^unchanged /mg), @names,
        'a second mehari setup changes nothing';

    ($status, $out, $err) = setup("$top/new", @serve, '--port', 8098);
    is $status, 1, 'mehari setup with other options exits with 1';
    like $err, qr{already there, .*: \Q$top\E/new/conf/httpd\.conf; --force},
        'a changed file is not written over';
    is_deeply files_in("$top/new"), $first,
        'no other file is written over either';

    ($status, $out) = setup("$top/new", @serve, '--port', 8098, '--force');
    is $status, 0, 'mehari setup --force exits with 0';
    like $out, qr{^replaced   \Q$top\E/new/conf/httpd\.conf$}m,
        'a replaced file is told';
    is read_file("$top/new/conf/httpd.conf.old"), $first->{'conf/httpd.conf'},
        '--force keeps the old file';
};

# With Debian's own frame around it, and modules that it has enabled.
subtest 'the layout of Debian' => sub {
    my $etc = "$top/etc";
    mkdir $etc;
    mkdir "$etc/sites-available";
    my ($status, $out, $err)
        = setup($etc, @serve, '--name', 'shop',
        '--server-name', 'shop.example', '--port', 8097);
    is $status, 0, 'mehari setup in the layout of Debian exits with 0'
        or diag $err;
    is_deeply [ keys %{ files_in($etc) } ], ['sites-available/shop.conf'],
        'a site file and no other';
    like $out, qr/^     a2ensite shop$/m, 'how to enable it';
    like $out, qr/ports\.conf:\n     Listen 8097$/m,
        'a port to which httpd does not listen is told';
    write_file("$etc/ports.conf", "Listen 80\nListen 192.0.2.1:8097\n");
    my ($again, $told)
        = setup($etc, @serve, '--name', 'shop',
        '--server-name', 'shop.example', '--port', 8097);
    is $again, 0, 'mehari setup with ports.conf exits with 0';
    unlike $told, qr/     Listen /, 'a port to which it listens is not';
    unlink "$etc/ports.conf";
    like $out,
        qr{^     mehari top http://shop\.example:8097/mehari-status$}m,
        'the status page has the name of the site';

    my $h = server(
        modules => [qw(authz_host reqtimeout)],
        env     => { APACHE_LOG_DIR => "$top/log" },
        config  => "Listen 127.0.0.1:8097\n"
            . qq(Include "$etc/sites-available/shop.conf"\n),
        start => 0,
    );
    mkdir "$top/log";
    my ($ok, $said) = $h->configtest;
    ok $ok, 'httpd takes the files in the layout of Debian' or diag $said;
};

# Debian's httpd has other sites, too.
subtest 'the layout of Debian, when mehari is removed' => sub {
    my $etc   = "$top/gone";
    my $site  = "$etc/sites-available/shop.conf";
    my %other = (
        module  => undef,
        modules => [qw(authz_host reqtimeout)],
        env     => { APACHE_LOG_DIR => "$top/log" },
        files   => { 'index.html'   => "other\n" },
    );
    mkdir $_ for $etc, "$etc/sites-available";
    my $h = server(
        %other,
        config => sub ($httpd) {
            setup($etc, @serve, '--name', 'shop', '--port', $httpd->port,
                '--server-name', 'shop.example');
            return <<~"CONF";
                <VirtualHost *:${\$httpd->port}>
                    ServerName other.example
                </VirtualHost>
                Include "$site"
                CONF
        },
    );
    for my $name (qw(other shop)) {
        my %asked = (headers => [ Host => "$name.example" ]);
        is get($h, '/index.html', %asked)->status,
            $name eq 'other' ? 200 : 403,
            "the status of a page of the site $name";
    }
    is get($h, '/a.pl', headers => [ Host => 'shop.example' ])->status, 403,
        'the source of a script is refused';
};

subtest 'an application' => sub {
    my ($status, undef, $err)
        = setup("$top/two", '--app',
        "$top/app/app.psgi", '--port', 8096, '--status-from', '192.0.2.0/24');
    is $status, 0, 'mehari setup of an application exits with 0' or diag $err;
    my $conf  = read_file("$top/two/conf/httpd.conf");
    my $httpd = Mehari::Httpd::Config::find_httpd();
    like `$httpd -d $top/two -f conf/httpd.conf -t 2>&1`, qr/^Syntax OK$/m,
        'httpd takes the files of an application';
    like $conf, qr/^ +Require ip 192\.0\.2\.0\/24$/m,
        '--status-from opens the status page to a network';
    my $unit = files_in("$top/two")->{'systemd/mehari-app.service'};
SKIP: {
        skip 'systemd-analyze is not here', 2
            if !-x '/usr/bin/systemd-analyze';
        my $file = "$top/two/systemd/mehari-app.service";
        my $said = `systemd-analyze verify $top/two/systemd/*.service \\
            $top/two/systemd/*.timer 2>&1`;
        # Findings about the units are left out if they concern programs that
        # are not installed here.
        is_deeply [
            grep {
                       !/Command 'man |\bMan page\b|Can't show \S+\(1\)/
                    && !/logrotate is not executable/
                }
                grep { /mehari-app/ } split /\n/,
            $said
            ],
            [], 'systemd takes its units';
        my ($rate)
            = `systemd-analyze security --offline=yes --no-pager $file 2>&1`
            =~ /exposure level for .*: (\d+\.\d)/;
        skip 'it does not rate files', 1 if !defined $rate;
        cmp_ok $rate, '<=', $> == 0 ? 3 : 7,
            "systemd rates the exposure of the unit $rate";
    }
};

sub refused ($what, $status, $pattern, @args) {
    my ($got, $out, $err) = setup(@args);
    is $got, $status, "$what: exit status $status";
    is $out, '',      'a wrong option prints nothing on stdout';
    like $err, qr/\Amehari: [^\n]*$pattern[^\n]*\n\z/,
        'a wrong option makes one sentence';
    return;
}
my $new = "$top/three";
refused('no directory',   2, qr/name one directory/, @serve);
refused('nothing',        2, qr/name the site/,      $new);
refused('two things',     2, qr/not both/,    $new, @serve, '--app', 'x');
refused('no such folder', 1, qr/there is no/, $new, '--scripts', "$top/no");
refused('a file', 1, qr/is not a directory/,
    $new, '--scripts', "$top/app/app.psgi");
refused('a folder', 1, qr/is a directory/, $new, '--app', "$top/app");
refused('a name', 1, qr/small/, $new, @serve, '--name', 'A b');
refused(
    'a pool that is there',
    1,    qr/--name default/,
    $new, @serve, '--name', 'default'
);
refused('a port', 2, qr/1 to 65535/, $new, @serve, '--port', 0);
refused('a server', 2, qr/--server-name/, $new, @serve, '--server-name',
    "x\nListen 1");
refused('an address', 2, qr/--status-from/, $new, @serve, '--status-from',
    'all granted');
refused('a path', 1, qr/cannot both name it/, "$top/a b", @serve);
mkdir "$top/\${X}";
refused(
    'a path with a variable',
    1,    qr/cannot hold/,
    $new, '--scripts', "$top/\${X}", '--name', 'x'
);
refused('a user', 1, $> == 0 ? qr/there is no user/ : qr/run this as root/,
    $new, @serve, '--user', 'no-such-user');
ok !-e $new, 'none of the wrong options writes anything';

done_testing;
