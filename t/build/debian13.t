# On Debian 13, with its perl, httpd, compiler and libc: the packages are made as
# examples/container says, without a warning; a test of each part passes with what
# was built; the container serves scripts; and a new machine gets mehari from an apt
# repository. packaging/on has the rest:
#   packaging/on trixie

use Mehari::Test;
use JSON::PP qw(decode_json encode_json);
use Mehari::Test::Container;
use Mehari::Test::Machine;

my $top   = source_root();
my @tests = qw(t/build/module.t t/build/symbols.t t/gateway/cgi.t
    t/registry/counter.t t/response/handlers.t t/gateway/next_request.t t/explain/findings.t);

plan skip_all => 'a part of .ci/run: CI is not in the environment'
    if !$ENV{CI};
plan skip_all => 'there is no clone to be made: no .git here'
    if !-e "$top/.git";

my $dir = folder_of_roots('mehari-13-XXXXXX');
$ENV{MEHARI_ROOTS} = $dir;

# Each root below is a copy of this one, with its lists of packages.
my $made   = "'$top/packaging/on' --small trixie 'apt-get -qq update'";
my $said   = qx($made 2>&1 </dev/null);
my $status = $? >> 8;
my $base   = "$dir/trixie-small";
plan skip_all => $said =~ /^packaging\/on: (.*)$/m ? $1 : 'no root'
    if $status == 77;
is $status, 0, 'a root of Debian 13' or die $said;
my $context = "$dir/context";
system('mv', "$base/src/mehari", $context) == 0 or die;
system('rm', '-rf',              "$context/.git");

# The size of the packages is not tested.
write_file("$context/packaging/debian/source/options",
    "compression-level = 1\n");

my $file      = "$top/examples/container/Containerfile";
my $container = Mehari::Test::Container->new(
    file    => $file,
    context => $context,
    base    => { 'debian:13-slim' => $base },
    folder  => $dir,
    env     => { DPKG_DEB_COMPRESSOR_LEVEL => 1 },
    log     => sub ($line) { note $line },
);
my $image = eval { $container->build };
is $@, '', 'every line of the Containerfile is done' or die;
my $out = "$dir/package/out";
is_deeply [ grep { /warning: .*\[-W/ } split /\n/,
    read_file("$out/build.log") ],
    [],
    'the build has no warning';

subtest 'the container serves' => sub {
    my $start = fixture('container') . '/start';
    system('cp', $start, "$image->{root}/start") == 0 or die;
    my $what = encode_json(
        {
            $image->%{qw(user cmd health signal)},
            paths => [qw(/hello.pl /README.md /none.pl)]
        }
    );
    open my $pipe, '-|', "$top/packaging/enter", '--alone', $image->{root},
        '/start', $what
        or die;
    my $seen = decode_json(join('', <$pipe>) || '{}');
    ok $seen->{healthy},
        'the container gets healthy, on a read-only file system'
        or return diag $seen->{log};
    is $seen->{owner}, 33, "the container's httpd runs as an ordinary user";
    is $seen->{answers}{'/hello.pl'}{status}, 200,
        'a script in the container answers';
    like $seen->{answers}{'/hello.pl'}{content}, qr/Hello world/,
        'a script in the container prints its page';
    is $seen->{answers}{'/none.pl'}{status}, 404,
        'a missing page of the container gets 404';
    isnt $seen->{answers}{'/README.md'}{status}, 200,
        'a file that is no script is not sent';
    isnt $seen->{hung}, 0, 'a manager that hangs is no health';
    is $seen->{again},  0, 'the container works again later';
    ok $seen->{gone}, 'the container ends when it is told to';
    is $seen->{status}, 0, 'the container ends with status 0'
        or diag $seen->{log};
};

# Debian's own Apache, whose service must not start here.
subtest 'a new machine, with apt' => sub {
    plan skip_all => 'there is no apt-ftparchive, or no gpg, here'
        if system('command -v apt-ftparchive gpg >/dev/null') != 0;
    local $ENV{GNUPGHOME} = "$dir/gnupg";
    mkdir $ENV{GNUPGHOME}, 0700;
    my $root = "$dir/new";
    my $key  = 'repository@mehari.invalid';
    my $log  = qx(gpg --batch --quiet --passphrase '' \\
        --quick-generate-key $key ed25519 sign never 2>&1 &&
        cp -a $base $root && mkdir -p $root/srv &&
        $top/packaging/apt-repository --key $key $root/srv/apt \\
            $out/*.changes 2>&1);
    is $?, 0, 'the repository is made' or return diag $log;
    system('gpgconf --kill gpg-agent 2>/dev/null');

    my $enter = "$top/packaging/enter";
    write_file("$root/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0755);
    write_file("$root/install", <<~'SH');
        set -e
        export DEBIAN_FRONTEND=noninteractive
        mkdir -p /etc/apt/keyrings
        cp /srv/apt/mehari.gpg /etc/apt/keyrings/
        sed 's|@uri@|file:/srv/apt|' /srv/apt/mehari-trixie.sources \
            >/etc/apt/sources.list.d/mehari.sources
        apt-get -qq update
        apt-get -qq -y --no-install-recommends install \
            libapache2-mod-mehari apache2 curl
        apt-get -qq --print-uris source mehari
        SH
    $log = qx($enter $root sh /install 2>&1 </dev/null);
    is $?, 0, 'apt install gets the package' or return diag $log;
    like $log, qr{file:/srv/apt/pool/trixie/mehari_},
        'apt knows the source of the package';
    unlike $log, qr/not signed|NO_PUBKEY/,
        'the source of the package is signed';
    system('cp', "$context/packaging/debian/tests/script", "$root/script");
    $log = qx($enter --alone $root sh /script 2>&1 </dev/null);
    like $log, qr/^script: ok$/m, 'Apache serves a script with the package'
        or diag $log;
};

# The root of the build has all packages that mehari needs to run. Only the
# tests are copied into it.
subtest 'tests of each part, with what was built' => sub {
    system('cp', '-a', "$context/.", "$dir/package/src") == 0 or die;
    my $steps = 'MEHARI_MODULE=$(ls /out/mehari/obj-*/mod_mehari.so)'
        . " prove -Ilib -It/lib -j2 @tests";
    my $text
        = qx($top/packaging/enter $dir/package env -C /src sh -c '$steps' \\
            2>&1 </dev/null);
    is $?, 0, 'the tests of each part pass with what was built' or diag $text;
};

done_testing;
