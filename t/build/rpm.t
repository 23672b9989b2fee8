# The packages for EL and Fedora, as far as Debian can test them: rpmlint has
# no complaint about the spec; rpmbuild makes packages with the right files
# from it, against Debian's httpd and perl; in a copy of this machine with Red
# Hat's layout, the package is installed, used, upgraded and removed. At no
# time is the source of a script sent.

use Mehari::Test;
use File::Temp qw(tempdir);
use Module::CoreList;
use Mehari::Test::Machine;

my $root = source_root();
my $spec = "$root/packaging/mehari.spec";

sub there ($program) {
    return system("command -v $program >/dev/null") == 0;
}

my ($version) = read_file("$root/meson.build") =~ /^ *version: '(.*)',$/m;
like read_file($spec), qr/^Version: +\Q$version\E$/m,
    'the version of the spec file is that of meson.build';

# There, each of these modules of perl has a package of its own, and rpm does
# not find that by itself.
subtest 'modules of Perl' => sub {
    my %named = map { $_ => 1 } read_file($spec) =~ /perl\(([A-Z][\w:]+)\)/g;
    my @files = split /\n/, qx(find $root/lib -name '*.pm');
    my %ours
        = map { s{^\Q$root\E/lib/}{}r =~ s{/}{::}gr =~ s/\.pm$//r => 1 }
        @files;
    my %used;
    for my $file (@files) {
        my ($code) = split /^__END__$/m, read_file($file);
        $used{$1} = 1
            while $code =~ /^\s*(?:use|require)\s+([A-Z][\w:]+\w)\b/mg;
    }
    my @core
        = grep { !$ours{$_} && Module::CoreList->is_core($_) } keys %used;
    is_deeply [ sort grep { !$named{$_} } @core ], [],
        'the spec requires each that the library uses';
};

subtest 'rpmlint' => sub {
    plan skip_all => 'there is no rpmlint here' if !there('rpmlint');
    my $said = qx(rpmlint -r $root/packaging/mehari.rpmlintrc $spec 2>&1);
    is $?, 0, 'rpmlint has nothing to say of the spec file' or diag $said;
    like $said, qr/ 0 errors, 0 warnings/,
        'rpmlint finds no error and no warning';
};

subtest 'rpmbuild' => sub {
    plan skip_all => 'there is no rpmbuild here'      if !there('rpmbuild');
    plan skip_all => 'another whole build: not in CI' if $ENV{CI};
    my $dir = tempdir('mehari-rpm-XXXXXX', DIR => '/var/tmp', CLEANUP => 1);
    chmod 0755, $dir;

    # Without optimization, because only the package is tested, and the
    # warnings of a compiler that optimizes less.
    my @made = split /\n/,
        qx($root/packaging/rpm $dir/out --define 'optflags -O0' \\
        --define '_httpd_moddir /usr/lib64/httpd/modules' 2>&1);
    is $?, 0, 'rpmbuild makes packages' or return diag @made;
    ok scalar(grep { /^(?:Making the packages|Compiling): / } @made),
        'packaging/rpm says how far it is';
    is_deeply [
        grep { /warning: .*\[-W/ } split /\n/,
        read_file("$dir/out/build.log")
        ],
        [],
        'the build without optimization has no warning';
    my ($source)  = grep { /\.src\.rpm$/ } @made;
    my ($package) = grep { m{/mehari-\d} && $_ ne $source } @made;
    my ($selinux) = grep { m{/mehari-selinux-} } @made;
    ok $source && -s $source, 'rpmbuild makes a package of sources';
    my %files = map { $_ => 1 } split /\n/, qx(rpm -qpl $package 2>/dev/null);
    ok $files{$_}, "$_ is in it"
        for qw(/etc/httpd/conf.modules.d/10-mehari.conf
        /etc/httpd/conf.d/mehari-refuse.conf /usr/bin/mehari
        /usr/lib64/httpd/modules/mod_mehari.so
        /usr/lib64/httpd/modules/mehari-pool
        /usr/share/mehari/perl5/Apache2/RequestRec.pm
        /usr/share/bash-completion/completions/mehari
        /usr/share/zsh/site-functions/_mehari);
    is_deeply [ grep { m{/(?:t|fuzz)/|\.kept$} } keys %files ], [],
        'no test is in the RPM packages';
    is_deeply [ grep { m{/mod_perl\.so} } keys %files ], [],
        q(nor the name of mod_perl's module);
    like qx(rpm -qpc $package 2>/dev/null),
        qr{^/etc/httpd/conf\.d/mehari-refuse\.conf$}m,
        "an administrator's changes are kept";
    unlike qx(rpm -qp --provides $package 2>/dev/null), qr/Apache2::/,
        'nobody is told of Apache2::* in it';

    # Complaints that do not count: the publisher signs a package; rpm 4 has
    # dropped Group; the pools' program replaces mktemp() to notice calls of
    # scripts; the spelling depends on this machine's dictionaries.
    my $known
        = qr{no-(?:signature|packager-tag|group-tag)|to-mktemp|spelling-error
             # Only its owner may read it.
             |/mehari-pool\ 711}x;
    my @errors
        = grep { !/$known/ } qx(rpmlint $package 2>&1) =~ /^\S+: (E: .*)$/mg;
    is_deeply \@errors, [], 'rpmlint finds no error in it';
    like qx(rpm -qpl $selinux 2>/dev/null),
        qr{^/usr/share/selinux/packages/mehari\.pp$}m,
        'the policy module is in a package of its own';
    subtest 'installed' => sub { installed($dir, $package) };
};

# Places that name a handler of mehari, and mod_cgid's, without mehari.
sub installed ($dir, $package) {
    plan skip_all => 'this needs root' if $> != 0;
    my ($status, $text) = inside($dir, 'true');
    plan skip_all => 'no overlay file system here: ' . $text =~ s/\s+/ /gr
        if $status;
    system(   "cp -R $package @{[ fixture('rpm') ]}/steps"
            . " @{[ fixture('redhat') ]} $dir/build/") == 0
        or die;
    my ($name) = $package =~ m{([^/]+)\z};
    ($status, $text)
        = inside($dir, '/bin/sh', '/mnt/steps', "/mnt/$name", free_port());
    is $status, 0, 'each step of the installation worked' or diag $text;
    for my $line (
        'said: mehari is installed. Next, for scripts that mod_cgi runs: mehari'
        . ' migrate /etc/httpd; for new ones: mehari setup --help',
        'installed: 200 run by mehari-pool',
        'doctor: warn mod_cgi runs   1 script: in /var/www/cgi-bin hello.pl',
        'migrated: 200 run by mehari-pool',
        'shop: 200 run by mehari-pool',
        'kept: # mine',
        'upgraded: 200 run by mehari-pool',
        'removed: 403',
        'removed, mod_cgid: 200 run by perl',
        'removed, shop: 403',
        'again: 200 run by mehari-pool',
        'without: 200 run by perl',
        'left: '
        )
    {
        like $text, qr/^\Q$line\E$/m, "the package says: $line";
    }
    return;
}

done_testing;
