package Mehari::Tune::Own;

# Serves a directory with throw-away servers, measures their memory, and tries
# settings.

use Mehari::Perl;
use POSIX       qw(WNOHANG);
use Time::HiRes qw(sleep time);

use Mehari::Bench::Check  qw(fetch);
use Mehari::Tune::Advice  qw(judge_rows choose_processes difference);
use Mehari::Tune::Census  qw(census);
use Mehari::Tune::Demand  qw(measure recommend);
use Mehari::Tune::Formula qw(processes growth requests_for candidates);
use Mehari::Tune::Machine qw(cores memory_to_use);
use Mehari::Tune::Trials;

# Seconds in which a process compiles its code and writes to its first pages.
my $WARM = 1;

# The number of samples of memory.
my $SAMPLES = 3;

# Requests in the guide's example with too few spare servers.
my $FEW_REQUESTS = 100;

# Four times the default of httpd.
my $MANY_THREADS = 256;

# The longest useful time for a request to wait in the queue.
my $WAIT = 5;

# Options: server (Mehari::Tune::Server), client, paths, levels, seconds (of one
# measurement), time, memory (KiB or undef), progress.
sub new ($class, %option) {
    return bless { %option, start => time }, $class;
}

sub run ($self) {
    my %report = (
        paths  => $self->{paths},
        pooled => $self->{server}->is_pooled ? 1 : 0,
        key    => $self->{server}->workers_key,
        cores  => cores(),
        notes  => [],
    );
    $self->measure_memory(\%report);
    $self->try_processes(\%report);
    $self->try_variants(\%report) if defined $report{processes};
    $self->{progress}->('');
    $report{took}  = time - $self->{start};
    $report{given} = $self->{time};
    return \%report;
}

sub seconds_left ($self) { return $self->{time} - (time - $self->{start}) }

# --- memory -------------------------------------------------------------------

sub measure_memory ($self, $report) {
    $self->{progress}->('measuring memory');
    my $begin = time;
    my $httpd = $self->{server}->start({ processes => cores() });
    $self->check_pages($httpd, $report);
    my $served = $self->load($httpd, cores(), $WARM)->{completed};
    $report->{slot} = time - $begin;
    my @samples = sample($httpd, $served);
    for (2 .. $SAMPLES) {
        $served
            += $self->load($httpd, cores(), $self->{seconds})->{completed};
        push @samples, sample($httpd, $served);
    }
    my $stays  = $self->{server}{mode}{stays};
    my $census = $samples[-1]{census};
    $census = $self->busiest($httpd, $census) if !$stays;
    $report->{times} = measure($httpd->pid,
        sub { $self->load($httpd, 1, $self->{seconds}) });
    $httpd->stop;
    $report->{census} = $census;
    $report->{samples}
        = [ map { { requests => $_->{requests}, private => $_->{private} } }
            @samples ];
    return $self->calculate($report, @samples);
}

# A child that serves one request is small while it waits. So children are
# measured repeatedly while they work.
sub busiest ($self, $httpd, $busiest) {
    my $pid = fork // die "Cannot start a process: $!.\n";
    if (!$pid) {
        eval { $self->load($httpd, cores(), $self->{seconds}) };
        POSIX::_exit(0);
    }
    until (waitpid $pid, WNOHANG) {
        my $census = census($httpd->pid);
        $busiest = $census
            if $census
            && $census->{what} eq $busiest->{what}
            && $census->{private} > $busiest->{private};
        sleep 0.02;
    }
    return $busiest;
}

# The requests that one process has served; its private memory.
sub sample ($httpd, $served) {
    my $census = census($httpd->pid)
        // die "The memory of httpd's processes cannot be read: run this as"
        . " root.\n";
    return {
        census   => $census,
        requests => $served / $census->{count},
        private  => $census->{high},
    };
}

sub calculate ($self, $report, @samples) {
    my $census = $report->{census};
    my $stays  = $self->{server}{mode}{stays};
    $report->{growth} = $stays ? growth(@samples) : 0;
    ($report->{requests}, $report->{size})
        = requests_for($report->{growth}, $census->{max});
    @$report{qw(memory memory_why)}
        = defined $self->{memory}
        ? ($self->{memory}, '--memory')
        : memory_to_use(0);
    $report->{limit}
        = processes(@$report{qw(memory size)}, $census->{shared});
    @$report{qw(busy busy_why)}
        = recommend(cores(), @$report{qw(times limit)}, $self->{levels}[-1]);
    return;
}

# Leaves out paths that do not answer with a page.
sub check_pages ($self, $httpd, $report) {
    my (@good, $problem);
    for my $path (@{ $self->{paths} }) {
        my $page = fetch($httpd->url($path));
        if ($page->{status} == 200) {
            push @good, $path;
            next;
        }
        my $what = "$path: status $page->{status}" =~ s{\A/tune/}{}r;
        push @{ $report->{notes} }, "left out: $what";
        $problem //= $what;
    }
    die "Nothing answers that could be measured; $problem.\n" if !@good;
    splice @good, 1 if $self->{client}->name eq 'ab';
    $self->{paths} = $report->{paths} = \@good;
    return;
}

sub load ($self, $httpd, $concurrency, $seconds) {
    return $self->{client}
        ->load([ map { $httpd->url($_) } @{ $self->{paths} } ],
        $concurrency, $seconds);
}

# --- settings -----------------------------------------------------------------

sub try_processes ($self, $report) {
    my @settings = map { { name => "$report->{key} $_", processes => $_ } }
        preferred(candidates(cores(), @$report{qw(limit busy)}));
    my $rows = $self->try($report, $self->seconds_left * 0.5, @settings);
    $rows = [
        sort {
                   $a->{setting}{processes} <=> $b->{setting}{processes}
                || $a->{concurrency} <=> $b->{concurrency}
        } @$rows
    ];
    $report->{trials} = judge_rows($rows);
    @$report{qw(processes processes_why)} = choose_processes($rows);
    $self->size_queue($report, @$rows)
        if $report->{pooled} && defined $report->{processes};
    return;
}

# The queue holds as many requests as are served in that time. A client that
# finds it full gets 503.
sub size_queue ($self, $report, @rows) {
    my ($row) = reverse
        grep { $_->{setting}{processes} == $report->{processes} } @rows;
    my $rate = $row->{rps_range}{median} or return;
    $report->{queue} = queue_for($rate);
    $report->{queue_why}
        = sprintf
        'at %.0f requests/s, the last request of the queue waits for %s;'
        . ' further ones get 503',
        $rate, in_seconds($report->{queue} / $rate);
    return;
}

sub in_seconds ($time) {
    return 'less than a second' if $time < 0.5;
    return 'a second'           if $time < 1.5;
    return sprintf '%.0f seconds', $time;
}

# Room for a rush, but for no more requests than httpd has threads.
sub queue_for ($rate) {
    my $queue = int($rate * $WAIT);
    return $queue < 32 ? 32 : $queue > 1024 ? 1024 : $queue;
}

# If there is time for few settings only, takes numbers that are far from each
# other.
sub preferred (@numbers) {
    return (
        @numbers[ grep { $_ % 2 } 0 .. $#numbers ],
        @numbers[ grep { !($_ % 2) } 0 .. $#numbers ]
    );
}

# Changes one of the chosen settings at a time.
sub try_variants ($self, $report) {
    my %chosen = (
        name      => "$report->{key} $report->{processes}",
        processes => $report->{processes},
        requests  => $report->{requests},
    );
    my @variants = (\%chosen, $self->variants($report, %chosen));
    return if !$self->has_time_for($report, \@variants);
    my $rows = $self->try($report, $self->seconds_left, @variants);
    $report->{variants} = $rows = judge_rows($rows);
    my ($own) = grep { $_->{setting} == \%chosen } reverse @$rows;
    for my $row (@$rows) {
        next
            if $row->{setting} == \%chosen
            || $row->{concurrency} != $own->{concurrency};
        my $setting = $row->{setting};
        my $field   = $setting->{field};
        my ($says, $worse, $better) = difference($own, $row, $field);
        $report->{differences}{ $setting->{what} } = {
            name   => $setting->{name},
            says   => $says,
            worse  => $worse,
            better => $better,
        };
    }
    return;
}

sub variants ($self, $report, %chosen) {
    my @variants;
    push @variants,
        {
        %chosen,
        what     => 'requests',
        field    => 'rps',
        name     => "$FEW_REQUESTS requests a process",
        requests => $FEW_REQUESTS,
        }
        if $self->{server}{mode}{stays};
    push @variants,
        {
        %chosen,
        what  => 'spare',
        field => 'p99',
        name  => 'few spare servers',
        spare => 'few',
        }
        if !$report->{pooled};
    push @variants, threads(%chosen) if $report->{pooled};
    return @variants;
}

# Threads of httpd: far more than needed, and one for each process with Perl.
sub threads (%chosen) {
    return (
        {
            %chosen,
            what    => 'threads_many',
            field   => 'rps',
            name    => "ThreadsPerChild $MANY_THREADS",
            threads => $MANY_THREADS,
        },
        {
            %chosen,
            what    => 'threads',
            field   => 'rps',
            name    => "ThreadsPerChild $chosen{processes}",
            threads => $chosen{processes},
        },
    );
}

# True if there is time for other settings, because the chosen ones are only
# tried again beside others.
sub has_time_for ($self, $report, $variants) {
    my ($kept) = Mehari::Tune::Trials::plan(
        scalar @$variants,
        $self->slot($report),
        $self->seconds_left
    );
    return 1 if $kept > 1;
    return $self->leave_out($report, @$variants[ 1 .. $#$variants ]);
}

# Seconds that one trial takes.
sub slot ($self, $report) {
    return $report->{slot} + @{ $self->{levels} } * $self->{seconds};
}

sub try ($self, $report, $seconds, @settings) {
    my $trials = Mehari::Tune::Trials->new(
        trial    => sub ($setting) { $self->trial($setting) },
        progress => $self->{progress},
    );
    my ($rows, @left)
        = $trials->run(\@settings, $self->slot($report), $seconds);
    $self->leave_out($report, @left);
    return $rows;
}

sub leave_out ($self, $report, @settings) {
    push @{ $report->{notes} },
          'there was no time to try '
        . join(', ', map { $_->{name} } @settings)
        . '; use a longer --time'
        if @settings;
    return 0;
}

# A new server each time, so that the chances of a start count as noise. Too few
# spare servers only show in a server that was not warmed.
sub trial ($self, $setting) {
    my $httpd = $self->{server}->start($setting);
    my $top   = $self->{levels}[-1];
    $self->load($httpd, $top, $WARM)
        if !$setting->{spare};
    my @seen;
    for my $level (@{ $self->{levels} }) {
        my $run = $self->load($httpd, $level, $self->{seconds});
        push @seen,
            {
            %$run,
            concurrency => $level,
            rps         => $run->{succeeded} / $run->{seconds},
            failed      => $run->{failed} + ($run->{completed} ? 0 : 1),
            };
    }
    $httpd->stop;
    return @seen;
}

1;

__END__

=head1 NAME

Mehari::Tune::Own - tries settings on servers of its own

=head1 METHODS

=over

=item new(server => $server, client => $client, paths => \@paths,
levels => \@concurrencies, seconds => $n, time => $seconds, memory => $kib,
progress => $code)

=item run

The report: C<census>, C<samples>, C<growth>, C<size>, C<memory>, C<limit>,
C<times>, C<busy>, C<busy_why>, C<trials>, C<processes>, C<requests>,
C<variants>, C<differences>, C<notes>.

=back

=cut
