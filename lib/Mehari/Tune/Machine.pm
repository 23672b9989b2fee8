package Mehari::Tune::Machine;

# The machine's memory and cores.

use v5.36;
use Exporter qw(import);

use POSIX qw(ceil);

use Mehari::Bench::Process ();
use Mehari::File           qw(bytes_if_readable);

our @EXPORT_OK = qw(cores quota_in memory_to_use meminfo_in size_of);

# Of what is free, for the files that the kernel keeps in memory and for what
# else grows.
my $RESERVE = 0.1;

my %UNIT = ('' => 1, K => 1, M => 1024, G => 1024 * 1024);

# KiB that one can have without anything being put out.
sub meminfo_in ($text) {
    return $text =~ /^MemAvailable:\s+(\d+) kB$/m ? $1 + 0 : undef;
}

# The folder of our control group; undef if the system has none.
sub group_dir () {
    my ($path)
        = (bytes_if_readable('/proc/self/cgroup') // '') =~ /^0::(.*)$/m
        or return undef;
    return "/sys/fs/cgroup$path";
}

# The cores that our control group may use at a time; undef without a limit.
sub quota_in ($text) {
    my ($quota, $period) = $text =~ /\A(\d+) (\d+)/ or return undef;
    return $period ? ceil($quota / $period) : undef;
}

sub cores () {
    my $cores = Mehari::Bench::Process::cores();
    my $dir   = group_dir() // return $cores;
    my $quota = quota_in(bytes_if_readable("$dir/cpu.max") // '');
    return $quota && $quota < $cores ? $quota : $cores;
}

# The memory that our control group leaves; undef without a limit.
sub group_left () {
    my $dir  = group_dir()                              // return undef;
    my $max  = bytes_if_readable("$dir/memory.max")     // return undef;
    my $used = bytes_if_readable("$dir/memory.current") // 0;
    return undef if $max !~ /^\d/;
    return ($max - $used) / 1024;
}

# KiB for the server, and why. The measured server's memory is its own.
sub memory_to_use ($own_kib) {
    my $available = meminfo_in(bytes_if_readable('/proc/meminfo') // '')
        // die "The kernel does not say how much memory is available:"
        . " name it with --memory.\n";
    my $group = group_left();
    my $why   = 'available memory of the machine';
    ($available, $why) = ($group, 'limit of the control group')
        if defined $group && $group < $available;
    return (int(($available + $own_kib) * (1 - $RESERVE)),
        "$why, less a tenth");
}

# "400M" in KiB; undef for what is no size.
sub size_of ($text) {
    my ($number, $unit) = $text =~ /\A(\d+)([KMG]?)B?\z/i or return undef;
    return $number * $UNIT{ uc $unit } || undef;
}

1;

__END__

=head1 NAME

Mehari::Tune::Machine - memory and cores of this machine

=head1 FUNCTIONS

=over

=item memory_to_use($own_kib)

KiB that the server may use, and a phrase that says whence: available memory, or
what is left of the control group's limit, with what the server has already,
less a tenth.

=item size_of($text)

KiB of C<400M> or C<2G>; a number alone is KiB.

=item cores

The number of cores that we may use at a time: the machine's, or fewer if the
control group has a quota.

=back

=cut
