package Mehari::Bench::Process;

# Figures from /proc: processor time of a process group and of the machine,
# private memory of a process. Needs no privileges beyond owning the processes.

use Mehari::Perl;
use Exporter qw(import);
use POSIX    qw(sysconf _SC_CLK_TCK);

use Mehari::File           qw(bytes_if_readable);
use Mehari::Memory::Rollup qw(rollup_of);

our @EXPORT_OK = qw(
    cpu_of machine_busy memory_kib private_kib parents groups
    cores load_average machine
);

my $TICKS = sysconf(_SC_CLK_TCK);

# Seconds that these processes and their ended children have used. So a CGI
# script counts while it runs and after it has ended.
sub cpu_of (@pids) {
    my $seconds = 0;
    for my $pid (@pids) {
        my $line  = bytes_if_readable("/proc/$pid/stat") // next;
        my @field = split ' ', $line =~ s/^.*\)//sr;
        my ($user, $system, $child_user, $child_system) = @field[ 11 .. 14 ];
        $seconds += own_cpu($pid) // ($user + $system) / $TICKS;
        $seconds += ($child_user + $child_system) / $TICKS;
    }
    return $seconds;
}

# Nanoseconds of the scheduler, for each thread. The ticks of 10 ms in stat
# would hide a short run over many children.
sub own_cpu ($pid) {
    my $sum = 0;
    for my $file (glob "/proc/$pid/task/*/schedstat") {
        my $line = bytes_if_readable($file) // next;
        $sum += $1 if $line =~ /^(\d+)/;
    }
    return $sum > 0 ? $sum / 1e9 : undef;
}

# Seconds that all processors were busy since boot, and seconds that a
# hypervisor gave to another machine while we wanted to run.
sub machine_busy () {
    my $text = bytes_if_readable('/proc/stat') // return (0, 0);
    my ($user, $nice, $system, undef, undef, $irq, $soft, $steal)
        = $text =~ /^cpu +(.*)$/m ? split(' ', $1) : ();
    my $busy = 0;
    $busy += $_ // 0 for $user, $nice, $system, $irq, $soft;
    return ($busy / $TICKS, ($steal // 0) / $TICKS);
}

# The memory of a process; undef if the process does not exist, or belongs to
# somebody else.
sub memory_kib ($pid) { return rollup_of($pid) }

# Memory that ends with the process: pages that it shares with nobody.
sub private_kib ($pid) {
    return (memory_kib($pid) // return undef)->{private};
}

# pid => parent, and pid => process group, of the existing processes.
sub parents (@pids) {
    return map { field_of($_, 1) } @pids;
}

sub groups (@pids) {
    return map { field_of($_, 2) } @pids;
}

sub field_of ($pid, $number) {
    my $line = bytes_if_readable("/proc/$pid/stat") // return ();
    return ($pid => (split ' ', $line =~ s/^.*\)//sr)[$number]);
}

sub cores () {
    my $text  = bytes_if_readable('/proc/stat') // '';
    my $count = () = $text =~ /^cpu\d/mg;
    return $count || 1;
}

sub load_average () {
    my ($load) = (bytes_if_readable('/proc/loadavg') // '0') =~ /^([\d.]+)/;
    return $load + 0;
}

sub machine () {
    my ($model)
        = (bytes_if_readable('/proc/cpuinfo') // '')
        =~ /^model name\s*:\s*(.+)$/m;
    my $kernel = bytes_if_readable('/proc/sys/kernel/osrelease') // '';
    chomp $kernel;
    return {
        cpu    => $model // 'unknown processor',
        cores  => cores(),
        kernel => $kernel,
        load   => load_average(),
        perl   => sprintf('%vd', $^V),
    };
}

1;

__END__

=head1 NAME

Mehari::Bench::Process - what /proc says of processes and of the machine

=head1 FUNCTIONS

=over

=item cpu_of(@pids)

User and system seconds, reaped children included.

=item machine_busy

Seconds that the machine's processors worked, and seconds stolen from it.

=item memory_kib($pid)

The figures of L<Mehari::Memory::Rollup>: C<total> (Rss), C<private>, C<shared>
(with any other process), C<pss> and C<swap> in KiB; undef for a process that
cannot be looked at.

=item private_kib($pid)

Private_Clean and Private_Dirty, in KiB.

=item parents(@pids), groups(@pids)

Pairs of a process id and its parent's, or its process group.

=item cores, load_average, machine

Return figures of this machine. C<machine> returns a hash for reports.

=back

=cut
