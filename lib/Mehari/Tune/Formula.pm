package Mehari::Tune::Formula;

# The arithmetic of the mod_perl guide: the number of processes that fit into
# memory, of requests for each, and of processes that wait for work.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(processes growth requests_for spare candidates);

# A process that has served its first requests still writes to pages that it
# shared. Less growth than this between two samples is not a leak.
my $FLAT_KIB = 32;

# The share of its size by which a process may grow before it is replaced.
my $ALLOWANCE = 0.25;

# (Total - Max) / (Max - Shared): the first process costs all of its memory,
# each further one the part that it does not share.
sub processes ($total_kib, $max_kib, $shared_kib) {
    my $own = $max_kib - $shared_kib;
    $own = 1 if $own < 1;
    my $count = int(($total_kib - $max_kib) / $own);
    return $count < 1 ? 1 : $count;
}

# KiB by which a process grows with each request, from samples of { requests (of
# one process), private }; 0 if its growth ends.
sub growth (@samples) {
    return 0 if @samples < 3;
    my @steps;
    for my $n (1 .. $#samples) {
        push @steps, $samples[$n]{private} - $samples[ $n - 1 ]{private};
    }
    return 0 if grep { $_ <= $FLAT_KIB } @steps;
    return 0 if $steps[-1] < $steps[0] / 2;
    my $requests = $samples[-1]{requests} - $samples[0]{requests};
    return 0 if $requests <= 0;
    return ($samples[-1]{private} - $samples[0]{private}) / $requests;
}

# The number of requests after which a process ends, and its size then. 0:
# never.
sub requests_for ($growth, $max_kib) {
    return (0, $max_kib) if $growth <= 0;
    my $allowed  = $max_kib * $ALLOWANCE;
    my $requests = rounded($allowed / $growth);
    return ($requests, int($max_kib + $requests * $growth));
}

# The number rounded down to 1, 2 or 5 with zeros.
sub rounded ($number) {
    return 1 if $number < 1;
    my $power  = 10**(length(int $number) - 1);
    my ($step) = grep { $_ * $power <= $number } 5, 2, 1;
    return $step * $power;
}

# StartServers, MinSpareServers, MaxSpareServers. $all: all processes, for the
# sake of the first clients; otherwise half of them, as in the guide.
sub spare ($processes, $all) {
    my $start = $all              ? $processes : int(($processes + 1) / 2);
    my $min   = $start > 1        ? $start - ($all ? 1 : 0) : 1;
    my $max   = $processes > $min ? $processes              : $min + 1;
    return ($start, $min, $max);
}

# Numbers of processes that are worth a trial: those that keep the processors
# busy while some processes wait, within the memory, and $busy, for when more
# wait.
sub candidates ($cores, $limit, $busy) {
    my @counts = map { $cores * $_ } 1, 2, 4, 8;
    push @counts, $busy if $busy > $counts[-1];
    my %seen;
    return grep { !$seen{$_}++ } map { $_ < $limit ? $_ : $limit } @counts;
}

1;

__END__

=head1 NAME

Mehari::Tune::Formula - from sizes to settings

=head1 FUNCTIONS

=over

=item processes($total_kib, $max_kib, $shared_kib)

The guide's MaxClients; 1 at least.

=item growth(@samples)

KiB a request; a sample has C<requests> and C<private> of one process.

=item requests_for($growth, $max_kib)

MaxConnectionsPerChild (0: no limit), and the size of a process at its end.

=item spare($processes, $all)

StartServers, MinSpareServers, MaxSpareServers.

=item candidates($cores, $limit, $busy)

Numbers of processes to try, ascending.

=back

=cut
