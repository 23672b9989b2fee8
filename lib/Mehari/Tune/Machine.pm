package Mehari::Tune::Machine;

# The machine's memory and cores.

use Mehari::Perl;
use Exporter   qw(import);
use List::Util qw(min);

use Mehari::Bench::Process ();
use Mehari::ControlGroup   qw(cores_allowed memory_left);
use Mehari::File           qw(bytes_if_readable);

our @EXPORT_OK = qw(cores memory_to_use meminfo_in size_of);

# The share of free memory that is left for the kernel's cache of files, and for
# other growth.
my $RESERVE = 0.1;

my %UNIT = ('' => 1, K => 1, M => 1024, G => 1024 * 1024);

# KiB that a program can use without swapping.
sub meminfo_in ($text) {
    return $text =~ /^MemAvailable:\s+(\d+) kB$/m ? $1 + 0 : undef;
}

sub cores () {
    my $cores   = Mehari::Bench::Process::cores();
    my $allowed = cores_allowed() // $cores;
    return min($cores, $allowed);
}

# KiB for the server, and the reason. The memory of the measured server counts
# as available.
sub memory_to_use ($own_kib) {
    my $available = meminfo_in(bytes_if_readable('/proc/meminfo') // '')
        // die "The kernel does not say how much memory is available:"
        . " name it with --memory.\n";
    my $group = memory_left();
    my $why   = 'available memory of the machine';
    ($available, $why) = ($group, 'limit of the control group')
        if defined $group && $group < $available;
    return (int(($available + $own_kib) * (1 - $RESERVE)),
        "$why, less a tenth");
}

# "400M" in KiB; undef if it is not a size.
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

KiB that the server may use, and a phrase with the source: the available memory,
or the rest of the control group's limit; in both cases with the server's
present memory, less a tenth.

=item size_of($text)

KiB of C<400M> or C<2G>; a number alone is KiB.

=item cores

The number of cores that we may use at a time: the machine's, or fewer if the
control group has a quota.

=back

=cut
