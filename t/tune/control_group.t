# Memory and cores that control groups leave: both versions of control groups,
# limits of groups above, containers, and pages that the kernel takes back.

use Mehari::Test;
use File::Path           qw(make_path);
use File::Temp           qw(tempdir);
use Mehari::ControlGroup qw(cores_allowed memory_left);

# The root of a machine whose files these are.
sub machine (%files) {
    my $root = tempdir(CLEANUP => 1);
    for my $name (sort keys %files) {
        make_path("$root/$name" =~ s{/[^/]*\z}{}r);
        write_file("$root/$name", "$files{$name}\n");
    }
    return $root;
}

sub left  (%files) { return memory_left(machine(%files)) }
sub cores (%files) { return cores_allowed(machine(%files)) }

my $MB    = 1024 * 1024;
my $top   = 'sys/fs/cgroup';
my @unit  = ('proc/self/cgroup' => '0::/system.slice/apache2.service');
my $unit  = "$top/system.slice/apache2.service";
my $slice = "$top/system.slice";

is left(), undef, 'a machine without control groups has no limit';
is left(@unit, "$unit/memory.max" => 'max', "$unit/memory.current" => 5),
    undef, 'a group without a limit has none';
is left(
    @unit,
    "$unit/memory.max"     => 300 * $MB,
    "$unit/memory.current" => 100 * $MB
    ),
    200 * 1024, 'a limit leaves what is not in use';
is left(
    @unit,
    "$unit/memory.max"     => 300 * $MB,
    "$unit/memory.current" => 100 * $MB,
    "$unit/memory.stat"    => "anon 5\ninactive_file " . 40 * $MB
    ),
    240 * 1024, 'pages of files that nobody uses are left, too';
is left(
    @unit,
    "$unit/memory.max"      => 'max',
    "$unit/memory.current"  => 100 * $MB,
    "$slice/memory.max"     => 500 * $MB,
    "$slice/memory.current" => 450 * $MB
    ),
    50 * 1024, 'the limit of a group above counts';
is left(
    @unit,
    "$unit/memory.max"     => 300 * $MB,
    "$unit/memory.current" => 400 * $MB
    ),
    0, 'a group that is above its limit has nothing left';
is left(
    'proc/self/cgroup'    => '0::/',
    "$top/memory.max"     => 64 * $MB,
    "$top/memory.current" => 14 * $MB
    ),
    50 * 1024, 'a container sees its limit at the top';

my @old = ('proc/self/cgroup' => "9:name=systemd:/x\n4:memory:/docker/1\n");
is left(
    @old,
    "$top/memory/memory.limit_in_bytes" => 64 * $MB,
    "$top/memory/memory.usage_in_bytes" => 24 * $MB,
    "$top/memory/memory.stat"           => 'total_inactive_file ' . 10 * $MB
    ),
    50 * 1024, 'version 1 of control groups';
is left(@old, "$top/memory/memory.limit_in_bytes" => '9223372036854771712'),
    undef, 'version 1 of control groups without a limit';

is cores(), undef, 'a machine without control groups has all cores';
is cores(@unit, "$unit/cpu.max" => 'max 100000'),
    undef, 'a group without a quota has all cores';
is cores(@unit, "$unit/cpu.max" => '150000 100000'),
    2, 'a part of a core counts as one';
is cores(
    @unit,
    "$unit/cpu.max"  => '400000 100000',
    "$slice/cpu.max" => '100000 100000'
    ),
    1, 'the quota of a group above counts';
@old = ('proc/self/cgroup' => "3:cpu,cpuacct:/docker/1\n");
is cores(
    @old,
    "$top/cpu/cpu.cfs_quota_us"  => 300_000,
    "$top/cpu/cpu.cfs_period_us" => 100_000
    ),
    3, 'version 1 of control groups has a quota';
is cores(
    @old,
    "$top/cpu/cpu.cfs_quota_us"  => -1,
    "$top/cpu/cpu.cfs_period_us" => 100_000
    ),
    undef, 'version 1 of control groups without a quota';

done_testing;
