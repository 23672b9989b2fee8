# The Debian packages: lintian has no complaint; a second build gives the same
# bytes (if MEHARI_REPRODUCE is set); the package is installed with apt in a
# temporary copy of this machine, used, upgraded from an earlier version,
# removed and purged. At no time is the source of a script sent.

use Mehari::Test;
use File::Compare qw(compare);
use Mehari::Test::Machine;

plan skip_all => 'make deb needs debhelper' unless -x '/usr/bin/dh';

my $root = source_root();
my $dir  = folder_of_roots('mehari-deb-XXXXXX');
chmod 0755, $dir;

# --- built --------------------------------------------------------------------

# Without optimization and debugging symbols, and not as small as it can be, because
# only the package is tested here: t/build/debian13.t builds and runs an optimized
# one.
local $ENV{DEB_BUILD_OPTIONS}         = 'noopt noautodbgsym';
local $ENV{DEB_CFLAGS_STRIP}          = '-g';
local $ENV{DPKG_DEB_COMPRESSOR_LEVEL} = 1;
my $quickly = q('' --source-option=--compression-level=1);
my $said    = qx($root/packaging/deb $dir/build $quickly 2>&1);
my ($deb)
    = $said
    =~ m{^(/\S+/libapache2-mod-mehari_[\d.]+(?:~deb\d+)?_\w+\.deb)\n\z}m;
ok $deb, 'the package is made, and its name is the last line'
    or die "no package\n$said\n";
ok -s $_, 'each package of sources has bytes'
    for glob "$dir/build/mehari_*.{dsc,tar.xz}";
my $files = join '', map { (split ' ', $_, 6)[5] } qx(dpkg -c $deb);

for my $file (
    qw(etc/apache2/mods-available/mehari.load usr/bin/mehari
    usr/lib/apache2/modules/mod_mehari.so
    usr/lib/apache2/modules/mehari-pool
    usr/share/mehari/perl5/Apache2/RequestRec.pm
    usr/share/man/man1/mehari.1.gz
    usr/share/man/man1/mehari-serve.1.gz
    usr/share/bash-completion/completions/mehari
    usr/share/zsh/vendor-completions/_mehari
    usr/share/doc/libapache2-mod-mehari/docs/operators.md
    usr/share/doc/libapache2-mod-mehari/html/index.html
    usr/share/doc/libapache2-mod-mehari/html/search-index.js
    usr/share/doc/libapache2-mod-mehari/html/messages/MH3010.html)
    )
{
    like $files, qr{^\./\Q$file\E$}m, "$file is in it";
}
unlike $files, qr{^(?!\./usr/share/doc/).*/(?:t|fuzz)/}m,
    'no test is in the packages, but for the site of documents';
unlike $files, qr{/mod_perl\.so}, q(nor the name of mod_perl's module);
unlike $files, qr{usr/share/perl5/Apache2},
    'no file of mod_perl is in the packages';

subtest 'lintian' => sub {
    plan skip_all => 'there is no lintian here'
        if system('command -v lintian >/dev/null') != 0;
    my ($lintian) = qx(lintian --print-version) =~ /\A(\d+\.\d+)/;
    plan skip_all =>
        "lintian $lintian: before 2.115 overrides have no brackets"
        if $lintian < 2.115;
    my $said
        = qx(TMPDIR=$dir lintian --fail-on error,warning --allow-root --no-cfg \\
        $dir/build/*.changes 2>&1);
    is $?,    0,  'lintian finds no error';
    is $said, '', 'lintian has nothing to warn of';
};

# --- built again, by another, elsewhere, of files with other times ---------------

subtest 'the same bytes' => sub {
    plan skip_all => 'a second build: with MEHARI_REPRODUCE=1'
        if !$ENV{MEHARI_REPRODUCE};
    my $other   = "$dir/another/a longer path" =~ tr/ /-/r;
    my ($epoch) = map { (stat)[9] } "$dir/build/mehari/meson.build";
    my $as      = $> == 0 ? 'setpriv --reuid 65534 --clear-groups' : '';
    my $said    = qx(umask 077; mkdir -p $other && cd $root &&
        tar -cf - --exclude-vcs --exclude=./build\\* . | tar -xf - -C $other &&
        find $other -exec touch -h -d '2020-02-29 12:00' {} + &&
        chmod 755 $dir/another &&
        { [ -z '$as' ] || chown -R 65534 $dir/another; } &&
        HOME=$other TZ=Pacific/Kiritimati LC_ALL=C SOURCE_DATE_EPOCH=$epoch \\
            $as $other/packaging/deb $dir/another/out $quickly 2>&1);
    is $?, 0, 'the package is built again' or return diag $said;
    for my $file (glob "$dir/build/*.{deb,dsc,xz}") {
        my ($name) = $file =~ m{([^/]+)\z};
        is compare($file, "$dir/another/out/$name"), 0, $name
            or diag different($file, "$dir/another/out/$name");
    }
};

# The files in which two packages differ.
sub different ($one, $other) {
    return '' if $one !~ /\.deb\z/;
    return
        scalar
        qx(dpkg-deb -R $one $dir/one && dpkg-deb -R $other $dir/other &&
        diff -rq $dir/one $dir/other; rm -rf $dir/one $dir/other);
}

# --- installed ----------------------------------------------------------------

subtest 'installed' => sub {
    plan skip_all => 'this needs root' if $> != 0;
    my ($status, $text) = inside($dir, 'true');
    plan skip_all => one_line("no overlay file system here: $text")
        if $status;

    my ($name) = $deb =~ m{([^/]+)\z};
    system('cp', fixture('deb') . '/steps', "$dir/build/steps") == 0 or die;
    ($status, $text)
        = inside($dir, '/bin/sh', '/mnt/steps', "/mnt/$name", free_port());
    plan skip_all => one_line("no apache2 to be had here: $text")
        if $status == 77;
    is $status, 0, 'each step of the installation worked' or diag $text;
    my $next
        = 'mehari is enabled. Next, for scripts that mod_cgi runs: mehari'
        . ' migrate /etc/apache2; for new ones: mehari setup --help';

    for my $line (
        'beside: install ok installed',
        qr/beside: perl \(enabled by .*\)/,
        qr/For mehari: a2dismod perl && .*/,
        "together: $next",
        'together: mehari (enabled by maintainer script)',
        "first: $next",
        'enabled: mehari (enabled by maintainer script)',
        qr/before: 200 hello from v5\.[\d.]+/,
        qr/version: 0\.[1-9].*/,
        'upgrade: 0 lines of what comes next',
        'meanwhile: 200',
        'kept: # mine',
        'still enabled: mehari (enabled by maintainer script)',
        qr/page: 200 hello from v5\.[\d.]+/,
        qr/mehari \d.*/,
        'outside: 36',
        qr/No module matches mehari.*/,
        refused(qw(disabled removed purged)),
        'again: 200',
        qr/without: [24]\d\d/,
        'left: '
        )
    {
        like $text, ref $line ? qr/^$line$/m : qr/^\Q$line\E$/m,
            "an installed package says: $line";
    }
    is scalar(() = $text =~ /Syntax OK/g), 2,
        'httpd starts with it, and after';
};

# Places that name a handler of mehari, in the order of the steps.
sub refused (@states) {
    my @places = qw(cgi cgi/open cgi/added vh acted ~u);
    return map {
        my $state = $_;
        map { "$state, $_: 403" } @places
    } @states;
}

sub one_line ($text) { return $text =~ s/\s+/ /gr }

done_testing;
