package Mehari::ControlGroup;

# The memory that control groups leave us: those of a container, of a service,
# and of all groups above.

use v5.36;
use Exporter   qw(import);
use List::Util qw(min);

use Mehari::File qw(bytes_if_readable);

our @EXPORT_OK = qw(memory_left);

# The kernel's word for no limit in version 1 is a number of this size.
my $NO_LIMIT = 2**60;

# Files of both versions: limit, use, and the name of pages that the kernel
# takes back first.
my %FILES = (
    2 => [qw(memory.max memory.current inactive_file)],
    1 =>
        [qw(memory.limit_in_bytes memory.usage_in_bytes total_inactive_file)],
);

# KiB; undef without a limit. $root is for tests.
sub memory_left ($root = '') {
    my @left = map { left_in($_->[0], $FILES{ $_->[1] }->@*) } groups($root);
    return @left ? min(@left) : undef;
}

# [ folder, version ], from ours up. A container sees its own group as the root
# of all, whatever /proc says.
sub groups ($root) {
    my $text = bytes_if_readable("$root/proc/self/cgroup") // return ();
    my $top  = "$root/sys/fs/cgroup";
    my @groups;
    push @groups, map { [ $_, 1 ] } upwards("$top/memory", $1)
        if $text =~ /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m;
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

1;

__END__

=head1 NAME

Mehari::ControlGroup - the memory that control groups leave

=head1 SYNOPSIS

    use Mehari::ControlGroup qw(memory_left);

    my $kib = memory_left() // 'no limit';

=cut
