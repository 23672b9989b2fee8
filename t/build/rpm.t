# The package for Fedora and its like, as far as that can be tried here: rpmlint has
# nothing to say of the spec, and rpmbuild makes packages of it against Debian's httpd
# and perl, with the files that belong in them.

use v5.36;
use File::Temp qw(tempdir);
use Test::More;
use Mehari::Test;

my $root = source_root();
my $spec = "$root/packaging/mehari.spec";

sub there ($program) {
    return system("command -v $program >/dev/null") == 0;
}

my ($version) = read_file("$root/meson.build") =~ /^ *version: '(.*)',$/m;
like read_file($spec), qr/^Version: +\Q$version\E$/m,
    'the version of the spec file is that of meson.build';

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

    # Not optimized: what is looked at is the package, and what a compiler
    # says that sees less of the code.
    my @made = split /\n/,
        qx($root/packaging/rpm $dir/out --define 'optflags -O0' 2>&1);
    is $?, 0, 'rpmbuild makes packages' or return diag @made;
    is_deeply [
        grep { /warning: .*\[-W/ } split /\n/,
        read_file("$dir/out/build.log")
        ],
        [],
        'the build without optimization has no warning';
    my ($source, $package)
        = (grep({ /\.src\.rpm$/ } @made), grep { !/\.src\.rpm$/ } @made);
    ok $source && -s $source, 'rpmbuild makes a package of sources';
    my %files = map { $_ => 1 } split /\n/, qx(rpm -qpl $package 2>/dev/null);
    ok $files{$_}, "$_ is in it"
        for qw(/etc/httpd/conf.modules.d/10-mehari.conf
        /etc/httpd/conf.d/mehari-refuse.conf /usr/bin/mehari
        /usr/lib/apache2/modules/mod_mehari.so
        /usr/lib/apache2/modules/mehari-pool
        /usr/share/mehari/perl5/Apache2/RequestRec.pm
        /usr/share/bash-completion/completions/mehari
        /usr/share/zsh/site-functions/_mehari);
    is_deeply [ grep { m{/(?:t|fuzz)/|\.kept$} } keys %files ], [],
        'no test is in the RPM packages';
    like qx(rpm -qpc $package 2>/dev/null),
        qr{^/etc/httpd/conf\.d/mehari-refuse\.conf$}m,
        "an administrator's changes are kept";
    unlike qx(rpm -qp --provides $package 2>/dev/null), qr/Apache2::/,
        'nobody is told of Apache2::* in it';

    # The publisher signs a package; Group went with rpm 4; the pools' program
    # has a mktemp of its own, which notes that a script has called it; words
    # are looked up in the dictionaries that this machine has.
    my $known
        = qr/no-(?:signature|packager-tag|group-tag)|to-mktemp|spelling-error/;
    my @errors
        = grep { !/$known/ } qx(rpmlint $package 2>&1) =~ /^\S+: (E: .*)$/mg;
    is_deeply \@errors, [], 'rpmlint finds no error in it';
};

done_testing;
