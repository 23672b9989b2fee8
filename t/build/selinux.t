# The policy module for SELinux compiles, and has the rules that
# packaging/selinux describes. If Debian's policy is installed, it has all
# types that the module names. No machine here enforces the policy.

use Mehari::Test;
use File::Temp qw(tempdir);

my $root = source_root();
my $dir  = tempdir(CLEANUP => 1);

sub there ($program) {
    return system("command -v $program >/dev/null") == 0;
}

my ($version) = read_file("$root/meson.build") =~ /^ *version: '(.*)',$/m;
like read_file("$root/packaging/selinux/mehari.te"),
    qr/^module mehari \Q$version\E;$/m,
    'the version of the policy module is that of meson.build';

plan skip_all => 'there is no checkmodule here' if !there('checkmodule');
plan skip_all => 'there is no semodule_package here'
    if !there('semodule_package');

my $said = qx($root/packaging/selinux/compile $dir 2>&1);
is $?,    0,  'the policy module compiles' or diag $said;
is $said, '', 'the compiler of policies has no warning';
ok -s "$dir/mehari.pp", 'the policy module is made';

subtest 'unpacked' => sub {
    plan skip_all => 'there is no semodule_unpackage here'
        if !there('semodule_unpackage');
    qx(semodule_unpackage $dir/mehari.pp $dir/out.mod $dir/out.fc);
    my @labels = grep { /^[^#]/ } split /\n/, read_file("$dir/out.fc");
    is @labels, 1, 'one file has a label of ours';
    like $labels[0], qr{/mehari-pool\s.*:bin_t:}, 'httpd may start the pools';
};

subtest 'with the policy of Debian' => sub {
    my $policy = '/usr/share/selinux/default';
    plan skip_all => 'Debian\'s selinux-policy-default is not here'
        if !-e "$policy/base.pp.bz2";
    for my $name (qw(base apache)) {
        qx(bunzip2 -c $policy/$name.pp.bz2 >$dir/$name.pp);
    }
    my $link = "semodule_link -o $dir/whole";
    $said = qx($link $dir/base.pp $dir/apache.pp $dir/mehari.pp 2>&1);
    is $?, 0, 'each type and class of the policy module is known'
        or diag $said;
};

done_testing;
