package Mehari::Tune::Demand;

# The number of processes that have work: a request occupies its process for all
# of its time, but a core only while it computes.

use Mehari::Perl;
use Exporter qw(import);
use POSIX    qw(ceil);

use Mehari::Bench::Process qw(cpu_of);
use Mehari::Bench::Table   qw(number whole);
use Mehari::Memory::Family qw(family);

our @EXPORT_OK = qw(measure busy_processes recommend);

# Number of processes for each core that are always useful: one works while the
# other begins or ends a request.
my $LEAST = 2;

# Factor for requests that come unevenly.
my $MARGIN = 1.25;

# The time of a request that runs alone: seconds of wall-clock time, and of all
# cores together. $load makes the requests of one client below the process
# $server; undef if nothing was served.
sub measure ($server, $load) {
    my $before = family_cpu($server);
    my $run    = $load->();
    my $count  = $run->{succeeded} or return undef;
    return {
        wall => $run->{seconds} / $count,
        cpu  => (family_cpu($server) - $before) / $count,
    };
}

sub family_cpu ($server) {
    return cpu_of(map { $_->{pid} } family($server));
}

# The number of processes that keep the cores busy while others wait. Without
# times, the least.
sub busy_processes ($cores, $times) {
    my $least = $LEAST * $cores;
    return $least if !$times || $times->{cpu} <= 0;
    my $count = ceil($cores * $MARGIN * $times->{wall} / $times->{cpu});
    return $count < $least ? $least : $count;
}

# The number for a server with these cores, memory for $limit processes, and
# that many clients at a time; and the reason.
sub recommend ($cores, $times, $limit, $clients) {
    my $count = busy_processes($cores, $times);
    my $most  = $clients > $LEAST * $cores ? $clients : $LEAST * $cores;
    my $why   = why_busy($cores, $times, $count);
    ($count, $why) = (
        $most,
        "$why; with $clients clients at a time more would be idle, so name"
            . ' the number that you expect with --concurrency'
    ) if $count > $most;
    return ($limit, "$why; but memory is enough for " . whole($limit))
        if $count > $limit;
    return ($count, "$why; memory is enough for " . whole($limit));
}

sub why_busy ($cores, $times, $count) {
    return
          "$LEAST for each core, because the cores' time for a request could"
        . ' not be measured'
        if !$times || $times->{cpu} <= 0;
    return sprintf 'a request takes %s ms, %s ms of it on a core, so %s'
        . ' processes keep %d core%s busy',
        (map { number('%.3g', 1000 * $_) } @$times{qw(wall cpu)}),
        whole($count), $cores, $cores == 1 ? '' : 's';
}

1;

__END__

=head1 NAME

Mehari::Tune::Demand - how many processes have work

=head1 FUNCTIONS

=over

=item measure($pid, $load)

C<wall> and C<cpu>: seconds that a request takes, and that it computes. The code
$load sends the requests of one client and returns what L<Mehari::Bench::Client>
counts. undef if no request succeeded.

=item busy_processes($cores, \%times)

The number of processes that keep these cores busy.

=item recommend($cores, \%times, $limit, $clients)

That number, but at most one for each client and no more than memory allows;
and a phrase with the reason.

=back

=cut
