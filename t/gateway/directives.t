# PerlPool, PerlUsePool and the directives of mod_cgi: legal settings, and the
# errors for others.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Process;

# The output of `httpd -t`.
sub said ($config) {
    my $h = server(start => 0, config => $config);
    my ($good, $text) = $h->configtest;
    return ($good ? 'good' : 'wrong', $text);
}

my %WRONG = (
    'PerlPool'                  => qr/PerlPool needs a name/,
    'PerlPool a/b'              => qr/PerlPool needs a name/,
    'PerlPool a colour=red'     => qr/there is no key colour; the keys are/,
    'PerlPool a red'            => qr/red is not KEY=VALUE/,
    'PerlPool a processes=0'    => qr/processes=0: .* from 1 to/,
    'PerlPool a processes=many' => qr/processes=many: a whole number/,
    'PerlPool a queue=-1'       => qr/queue=-1: a whole number from 0/,
    'PerlPool a queue=99999999999'   => qr/queue=99999999999: a whole number/,
    'PerlPool a request-timeout=5x'  => qr/5x: a time is needed/,
    'PerlPool a memory=1T'           => qr/1T: a size is needed/,
    'PerlPool a memory=99999999999G' => qr/a size is needed/,
    'PerlPool a umask=9'             => qr/umask=9: an octal number/,
    'PerlPool a user=nobody-at-all'  => qr/there is no such user; create/,
    'PerlPool a group=nobody-at-all' => qr/there is no such group; create/,
    'PerlPool a group=#1,nobody-at-all' => qr/there is no such group; create/,
    'PerlPool a no-new-privileges=1'    => qr/on or off is needed/,
    'PerlPool a check-owner=yes'        => qr/on or off is needed/,
    'PerlPool a preload=a.pl'           => qr/names of modules or absolute/,
    'PerlPool a preload=,'              => qr/separated by commas/,
    'PerlPool a env=NAME'               => qr/NAME=VALUE is needed/,
    'PerlPool a groups=#1'  => qr/exists: name them after the group: group=/,
    'PerlPool a profile=on' => qr/exists: write PerlProfile On/,
    'PerlPool a cpu=5'   => qr/key cpu no longer exists: write rlimit=CPU=/,
    'PerlPool a ready=0' => qr/key ready no longer exists: leave it out/,
    'PerlPool a rlimit=DATA=1G'    => qr/write memory=BYTES, which is this/,
    'PerlPool a zygote-requests=5' => qr/exists: write requests=NUMBER/,
    'PerlPool a zygote-age=1h'     => qr/exists: write age=SECONDS/,
    'PerlPool a max-size=1G'       => qr/exists: write growth=BYTES/,
    'PerlPool a min-shared=1M'     => qr/exists: write max-unshared=BYTES/,
    'PerlPool a check-every=4'     => qr/exists: leave it out/,
    'PerlBuffer response=1K'       => qr/takes at least 65536/,
    'PerlTier exact'               => qr/no longer exists: remove it/,
    'PerlBuffer response=x'        => qr/a number of bytes, not x/,
    'PerlBuffer response=Off'      => qr/a number of bytes, not Off/,
    'PerlBuffer request=5Kx'       => qr/a number of bytes, not 5Kx/,
    'PerlBuffer memory=1'          => qr/takes request=, .*not memory=1/,
    'PerlCgiBuffer 65536'     => qr/exists: write PerlBuffer response=BYTES/,
    'PerlRequestBuffer Off'   => qr/exists: write PerlBuffer request=BYTES/,
    'PerlSpeedLimitClients 9' => qr/write PerlSpeedLimit clients=/,
    'PerlProfileDir profiles' => qr/write PerlProfile dir=/,
    'PerlResponseFile 1'      => qr/exists: write PerlBuffer file=BYTES/,
    'CGIScriptTimeout x'      => qr/takes a time such as 90s, not x/,
    'ScriptLogLength x'       => qr/a number of bytes, not x/,
    'ScriptLogBuffer 5x'      => qr/a number of bytes, not 5x/,
    "<Location />\nPerlPool a\n</Location>" => qr/PerlPool .*not allowed/,
    "<VirtualHost *:1>\nPerlPool a\n</VirtualHost>" =>
        qr/for the whole server: put it outside/,
    'PerlUsePool there-is-none' =>
        qr/PerlUsePool there-is-none \(\S+httpd\.conf:\d+\): .*PerlPool there-is-none/,
);

for my $line (sort keys %WRONG) {
    my ($result, $text) = said("$line\n");
    is $result, 'wrong', $line =~ tr/\n/ /r;
    like $text, $WRONG{$line}, 'the message gives the reason';
}

my @RIGHT = (
    'PerlPool a',
    'PerlPool a processes=1 concurrency=1 queue=0',
    'PerlPool a request-timeout=90 start-timeout=5m idle-timeout=1h age=0',
    'PerlPool a memory=512M zygote-memory=2G umask=0027',
    'PerlPool a preload=CGI,File::Spec,/etc/hosts env=LANG=C env=TZ=UTC',
    "PerlUsePool later\nPerlPool later",
    "PerlBuffer request=0 response=64K file=2G\nPerlBuffer file=off",
    "<Location />\nPerlBuffer request=Off\n</Location>",
    "<Directory />\nPerlUsePool default\n</Directory>",
    "<VirtualHost *:1>\nPerlUsePool default\n</VirtualHost>",
    "CGIScriptTimeout 5s\nScriptLog logs/x\nScriptLogLength 1\n"
        . 'ScriptLogBuffer 1',
);

for my $line (@RIGHT) {
    my ($result, $text) = said("$line\n");
    is $result, 'good', $line =~ tr/\n/ /r or diag $text;
}

subtest '.htaccess' => sub {
    my $h = gateway_server(config => <<~'CONF');
        <Directory "${DOCUMENT_ROOT}">
        AllowOverride All
        </Directory>
        CONF
    is get($h, '/hello.pl')->status, 200,
        '.htaccess without PerlUsePool is allowed';
    my $mark = $h->error_log_mark;
    write_file($h->document_root . '/.htaccess', "PerlUsePool default\n");
    is get($h, '/hello.pl')->status, 500,
        '.htaccess with PerlUsePool is an error';
    log_like($h, $mark, qr/PerlUsePool.*not allowed/);
    $h->stop;
};

subtest 'root' => sub {
    plan skip_all => 'not root' if $> != 0;
    my ($result, $text) = said("PerlPool a user=root\n");
    is $result, 'wrong', 'no pool runs as root by default';
    like $text, qr/never runs as root/,
        'the message says that no pool runs as root';
};

# A pool that nobody uses has only a small process and two bases, which wait for
# the first script.
subtest 'nothing but the module' => sub {
    my $h       = gateway_server();
    my $manager = pool_processes($h)->{default};
    ok $manager, 'the pool default is there';
SKIP: {
        skip 'a sanitizer has memory of its own', 1 if $ENV{MEHARI_PRELOAD};
        # Until the manager's program is executed, the process is a copy of
        # httpd.
        wait_until(sub { memory_of($manager) < 2000 }, 5);
        cmp_ok memory_of($manager), '<', 2000,
            'the manager of an idle pool is small (KiB)';
    }
    # A base tries its modules in a fork of its own.
    my @children;
    wait_until(
        sub {
            @children
                = grep { parent_of($_) == $manager } children_of($manager);
            return @children >= 2;
        },
        5
    );
    is scalar(@children), 2, 'the manager of an idle pool has two children';
    $h->stop;
};

# An interpreter has at least a megabyte. Only under prefork may httpd have one.
subtest 'no interpreter in httpd' => sub {
    my $h = gateway_server(mpm => 'prefork');
    get($h, '/hello.pl') for 1 .. 2;
    my $embedded = server(config => "PerlModule POSIX\n");
    for my $of (sub ($h) { $h->pid }, sub ($h) { ($h->children)[-1] }) {
        my ($without, $with) = map { memory_of($of->($_)) } $h, $embedded;
        cmp_ok $without, '<', $with - 700,
            'httpd without embedded Perl needs less memory';
    }
    $_->stop for $h, $embedded;
};

done_testing;
