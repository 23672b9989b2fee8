package Mehari::ControlGroup;

# The memory and cores that control groups leave us: those of a container, of a
# service, and of all groups above.

use Mehari::Perl;
use Exporter   qw(import);
use List::Util qw(min);
use POSIX      qw(ceil);

use Mehari::File qw(bytes_if_readable);

our @EXPORT_OK = qw(cores_allowed memory_left);

# In version 1, the kernel writes a number of this size for no limit.
my $NO_LIMIT = 2**60;

# Files of both versions: limit, use, and the name of pages that the kernel
# takes back first.
my %MEMORY = (
    2 => [qw(memory.max memory.current inactive_file)],
    1 =>
        [qw(memory.limit_in_bytes memory.usage_in_bytes total_inactive_file)],
);
# Version 2 has both numbers in one file. -1 and max mean no limit.
my %CPU = (2 => [qw(cpu.max)], 1 => [qw(cpu.cfs_quota_us cpu.cfs_period_us)]);

# KiB; undef without a limit. $root is for tests.
sub memory_left ($root = '') {
    return min(map { left_in($_->[0], $MEMORY{ $_->[1] }->@*) }
            groups($root, 'memory'));
}

# Cores that may be used at a time; undef without a limit. $root is for tests.
sub cores_allowed ($root = '') {
    return min(map { quota_in($_->[0], $CPU{ $_->[1] }->@*) }
            groups($root, 'cpu'));
}

# [ folder, version ], from ours up. A container sees its own group as the root
# of all, whatever /proc says.
sub groups ($root, $controller) {
    my $text = bytes_if_readable("$root/proc/self/cgroup") // return ();
    my $top  = "$root/sys/fs/cgroup";
    my @groups;
    push @groups, map { [ $_, 1 ] } upwards("$top/$controller", $1)
        if $text =~ /^\d+:(?:[^:]*,)?$controller(?:,[^:]*)?:(.*)$/m;
    push @groups, map { [ $_, 2 ] } upwards($top, $1)
        if $text =~ /^0::(.*)$/m;
    return @groups;
}

sub upwards ($top, $path) {
    my @folders = ($top);
    for my $name (grep { length } split m{/}, $path) {
        push @folders, "$folders[-1]/$name";
    }
    return reverse @folders;
}

sub left_in ($dir, $limit, $use, $cache) {
    my ($max) = (bytes_if_readable("$dir/$limit") // '') =~ /\A(\d+)/
        or return ();
    return () if $max >= $NO_LIMIT;
    my ($used) = (bytes_if_readable("$dir/$use") // 0) =~ /(\d+)/;
    my ($files)
        = (bytes_if_readable("$dir/memory.stat") // '') =~ /^$cache (\d+)/m;
    my $left = $max - ($used // 0) + ($files // 0);
    return $left < 0 ? 0 : int($left / 1024);
}

# Quota and period in microseconds. A part of a core counts as a whole one.
sub quota_in ($dir, @files) {
    my $text = join ' ', map { bytes_if_readable("$dir/$_") // '' } @files;
    my ($quota, $period) = $text =~ /\A(\d+)\s+([1-9]\d*)/ or return ();
    return ceil($quota / $period);
}

1;

__END__

=head1 NAME

Mehari::ControlGroup - the memory and cores that control groups leave

=head1 SYNOPSIS

    use Mehari::ControlGroup qw(cores_allowed memory_left);

    my $kib   = memory_left()   // 'no limit';
    my $cores = cores_allowed() // 'no limit';

=cut
