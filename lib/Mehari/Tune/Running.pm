package Mehari::Tune::Running;

# Measures a server that runs already, and changes nothing there.

use Mehari::Perl;

use Mehari::Bench::Check   qw(fetch);
use Mehari::Bench::Httperf ();
use Mehari::Bench::Noise   qw(judge);
use Mehari::Tune::Advice   qw(judge_rows);
use Mehari::Tune::Census   qw(census server_at);
use Mehari::Tune::Demand   qw(measure recommend);
use Mehari::Tune::Formula  qw(processes growth requests_for);
use Mehari::Tune::Machine  qw(cores memory_to_use);
use Mehari::Tune::Trials;

# Options: urls, client, levels, seconds, time, memory, progress.
sub new ($class, %option) {
    return bless {%option}, $class;
}

sub run ($self) {
    my %report = (
        urls  => $self->{urls},
        cores => cores(),
        notes => [],
    );
    $self->check_pages;
    $self->{pid}     = $self->find_server(\%report);
    $self->{served}  = 0;
    $self->{samples} = [];
    $report{trials}  = judge_rows($self->load_levels);
    $report{enough}  = enough_clients(@{ $report{trials} });
    $self->measure_times(\%report) if defined $self->{pid};
    $self->{progress}->('');
    $self->calculate(\%report) if defined $self->{pid};
    return \%report;
}

sub check_pages ($self) {
    for my $url (@{ $self->{urls} }) {
        my $page = fetch($url);
        die "$url does not answer with a page: status $page->{status}.\n"
            if $page->{status} != 200;
    }
    return;
}

# Processes of another machine, or of another user, cannot be measured.
sub find_server ($self, $report) {
    my (undef, $host, $port)
        = @{ Mehari::Bench::Httperf::parts($self->{urls}[0]) };
    my $pid = is_here($host) ? server_at($port) : undef;
    return $pid if defined $pid && census($pid);
    push @{ $report->{notes} },
        !is_here($host)
        ? "$host is another machine: call mehari doctor --tune there to see"
        . ' memory'
        : defined $pid
        ? "no process below $pid, which listens on port $port, runs Perl"
        . ' and can be read: run this as root'
        : "no process that listens on port $port can be read: run this"
        . ' as root, on the machine of the server';
    return undef;
}

# True for 127.0.0.1, a name of this machine, or one of its addresses: a socket
# can listen there.
sub is_here ($host) {
    require IO::Socket::IP;
    return IO::Socket::IP->new(
        LocalHost => $host,
        LocalPort => 0,
        Listen    => 1
    ) ? 1 : 0;
}

# Each concurrency is one setting of the client; the server stays unchanged.
sub load_levels ($self) {
    my @levels
        = map { { name => "$_ clients", level => $_ } } @{ $self->{levels} };
    my $trials = Mehari::Tune::Trials->new(
        progress => $self->{progress},
        trial    => sub ($setting) { $self->trial($setting->{level}) },
    );
    my ($rows) = $trials->run(\@levels, $self->{seconds}, $self->{time});
    $_->{setting} = { name => 'as it runs', processes => 0 } for @$rows;
    return $rows;
}

# The fewest clients with which the server reaches its highest rate; undef if
# that is unknown, or if more clients might reach a higher rate.
sub enough_clients (@rows) {
    my @fine = grep { !$_->{failed} } @rows;
    my ($best)
        = sort { $b->{rps_range}{median} <=> $a->{rps_range}{median} } @fine;
    for my $row (@fine[ 0 .. $#fine - 1 ]) {
        my $verdict = judge($row->{rps_range}, $best->{rps_range});
        return $row->{concurrency} if $row == $best || $verdict eq 'same';
        return undef               if $verdict eq 'unknown';
    }
    return undef;
}

sub trial ($self, $level) {
    my $run
        = $self->{client}->load($self->{urls}, $level, $self->{seconds});
    $self->{served} += $run->{completed};
    $self->sample if defined $self->{pid};
    return {
        %$run,
        concurrency => $level,
        rps         => $run->{succeeded} / $run->{seconds},
        failed      => $run->{failed} + ($run->{completed} ? 0 : 1),
    };
}

sub measure_times ($self, $report) {
    $self->{progress}->('one client alone');
    $report->{times} = measure($self->{pid},
        sub { $self->{client}->load($self->{urls}, 1, $self->{seconds}) });
    return;
}

sub sample ($self) {
    my $census = census($self->{pid}) // return;
    push @{ $self->{samples} },
        {
        census   => $census,
        requests => $self->{served} / $census->{count},
        private  => $census->{high},
        };
    return;
}

sub calculate ($self, $report) {
    my @samples   = @{ $self->{samples} } or return;
    my ($largest) = sort { $b->{max} <=> $a->{max} }
        map { $_->{census} } @samples;
    $report->{census} = { %$largest, count => $samples[-1]{census}{count} };
    my @spread = @samples[ 0, int($#samples / 2), $#samples ];
    $report->{growth} = @samples < 3 ? 0 : growth(@spread);
    ($report->{requests}, $report->{size})
        = requests_for($report->{growth}, $largest->{max});
    @$report{qw(memory memory_why)}
        = defined $self->{memory}
        ? ($self->{memory}, '--memory')
        : memory_to_use($samples[-1]{census}{used});
    $report->{limit}
        = processes(@$report{qw(memory size)}, $largest->{shared});
    @$report{qw(busy busy_why)}
        = recommend(cores(), @$report{qw(times limit)}, $self->{levels}[-1]);
    return;
}

1;

__END__

=head1 NAME

Mehari::Tune::Running - measures a server as it is

=head1 METHODS

=over

=item new(urls => \@urls, client => $client, levels => \@concurrencies,
seconds => $n, time => $seconds, memory => $kib, progress => $code)

=item run

The report: C<trials>, C<enough> (clients; undef when it cannot be told),
C<notes>, and, where the server's processes can be examined, C<census>,
C<times>, C<growth>, C<requests>, C<size>, C<memory>, C<limit>, C<busy>,
C<busy_why>.

=back

=cut
