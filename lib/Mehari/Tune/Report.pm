package Mehari::Tune::Report;

# The measurements as text: memory and the formula, the table, and the lines to
# paste.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Bench::Noise  qw(enough_rounds);
use Mehari::Bench::Table  qw(number whole);
use Mehari::Tune::Formula qw(spare);

our @EXPORT_OK = qw(text configuration);

# httpd's threads in our own servers, the same number as in
# Mehari::Tune::Server.
my $THREADS = 64;

sub text ($report) {
    my $text = "$report->{title}\n";
    $text .= memory($report) if $report->{census};
    $text .= "\n" . table(@{ $report->{trials} });
    $text
        .= "\nThe best number of processes, with one other setting changed:\n"
        . table(@{ $report->{variants} })
        . differences($report)
        if $report->{variants};
    $text
        .= "More than $report->{enough} clients at a time do not give more"
        . " requests/s.\n"
        if $report->{enough};
    $text .= took($report) if defined $report->{took};
    $text .= "note: $_\n" for @{ $report->{notes} };
    my @lines = configuration($report) or return $text;
    return $text . "\nConfiguration:\n\n" . join '',
        map { "    $_\n" } @lines;
}

sub memory ($report) {
    my $census = $report->{census};
    my ($max, $own, $shared)
        = map { whole($_) } @$census{qw(max private shared)};
    my $text
        = sprintf "\nMemory: %d x %s; the largest has %s KiB: %s private,"
        . " %s shared\n", $census->{count}, $census->{what}, $max, $own,
        $shared;
    $text
        .= $report->{growth} > 0
        ? sprintf "Growth: %s KiB in 1000 requests; %s KiB after %s\n",
        whole(1000 * $report->{growth}), whole($report->{size}),
        whole($report->{requests})
        : "Growth: processes do not keep growing\n";
    $text .= sprintf "The server may use: %s KiB (%s); %d cores\n",
        whole($report->{memory}), @$report{qw(memory_why cores)};
    $text .= times_of_one($report->{times}) if $report->{times};
    return $text . formula($report);
}

sub times_of_one ($times) {
    return sprintf
        "One client alone: a request takes %s ms, %s ms of it on a core\n",
        map { number('%.3g', 1000 * $_) } @$times{qw(wall cpu)};
}

sub formula ($report) {
    my ($memory, $size, $shared)
        = map { whole($_) } @$report{qw(memory size)},
        $report->{census}{shared};
    return
          "Processes that fit: (memory - size) / (size - shared)\n"
        . "  = ($memory - $size) / ($size - $shared) = "
        . whole($report->{limit}) . "\n";
}

# The number of measurements, which shows how reliable the table is.
sub took ($report) {
    my @rounds = sort { $a <=> $b }
        map { scalar @{ $_->{rps} } } @{ $report->{trials} // [] },
        @{ $report->{variants} // [] };
    my $rounds
        = !@rounds                  ? 'nothing was tried'
        : $rounds[-1] == 1          ? 'one round of each setting'
        : $rounds[0] == $rounds[-1] ? "$rounds[0] rounds of each setting"
        :   "$rounds[0] to $rounds[-1] rounds of each setting";
    return sprintf "The trials took %.0f of the %.0f s of --time: %s\n",
        @$report{qw(took given)}, $rounds;
}

my %SAYS = (
    best    => 'best',
    only    => '',
    same    => 'equal',
    less    => 'slower',
    unknown => 'too few rounds to tell',
    failed  => 'FAILED',
);

sub table (@rows) {
    my ($width) = sort { $b <=> $a } 8,
        map { length $_->{setting}{name} } @rows;
    my $format = "%9s  %7s  %-${width}s  %7s %15s  %7s %15s  %s\n";
    my $text   = sprintf $format, 'requests', 'clients', 'setting', 'req/s',
        '(range)', '99% ms', '(range)', '';
    my $clients = 0;
    for my $row (sort by_clients @rows) {
        $text .= sprintf $format, whole($row->{requests}),
            @$row{qw(concurrency)}, $row->{setting}{name},
            shown($row->{rps_range}, \&integer),
            shown($row->{p99_range}, \&three_digits), verdict($row);
    }
    return $text =~ s/ +$//mgr;
}

sub by_clients { return $a->{concurrency} <=> $b->{concurrency} }

sub verdict ($row) {
    return "FAILED: $row->{failed} requests" if $row->{failed};
    return $SAYS{ $row->{verdict} };
}

sub shown ($range, $text) {
    return ('-', '') if !$range;
    my ($median, @ends) = map { $text->($_) } @$range{qw(median low high)};
    return ($median, '(' . join('-', @ends) . ')');
}

sub integer ($value) { return sprintf '%.0f', $value }

# Three digits, or all digits before the point.
sub three_digits ($value) {
    return sprintf $value < 100 ? '%.3g' : '%.0f', $value;
}

sub differences ($report) {
    my $found = $report->{differences} // {};
    return join '', map { "$found->{$_}{name}: $found->{$_}{says}\n" }
        sort keys %$found;
}

# --- what to paste ------------------------------------------------------------

# Each directive, below a comment with the reason.
sub configuration ($report) {
    my @lines
        = !defined $report->{limit}     ? ()
        : $report->{urls}               ? of_running($report)
        : !defined $report->{processes} ? ()
        : $report->{pooled}             ? of_pool($report)
        :                                 of_prefork($report);
    return map { ref $_ ? wrapped(@$_) : $_ } @lines;
}

sub wrapped ($text) {
    my @lines;
    my $line = '#';
    for my $word (split ' ', $text) {
        if (length("$line $word") > 74) {
            push @lines, $line;
            $line = '#';
        }
        $line .= " $word";
    }
    return (@lines, $line);
}

sub of_prefork ($report) {
    my $count = $report->{processes};
    my $few   = $report->{differences}{spare} // { says => 'not tried' };
    my ($start, $min, $max) = spare($count, $few->{worse});
    return (
        [ why_processes($report) ],
        "ServerLimit $count",
        "MaxRequestWorkers $count",
        [
                  "with few spare servers: $few->{says}; so "
                . ($few->{worse} ? 'all' : 'half')
                . ' of the processes stay ready'
        ],
        "StartServers $start",
        "MinSpareServers $min",
        "MaxSpareServers $max",
        [ why_requests($report) ],
        "MaxConnectionsPerChild $report->{requests}",
        ['a client that keeps its connection would hold a whole process'],
        'KeepAlive Off'
    );
}

sub of_pool ($report) {
    my $count   = $report->{processes};
    my $line    = "PerlPool default $report->{key}=$count";
    my $stays   = $report->{key} eq 'workers';
    my $limited = $stays && $report->{requests};
    $line .= " requests=$report->{requests}" if $limited;
    my @queue = defined $report->{queue} ? [ $report->{queue_why} ] : ();
    $line .= " queue=$report->{queue}" if @queue;
    my ($most, $why_threads) = threads($report);
    return (
        [ why_processes($report) ],
        $stays ? [ why_requests($report) ] : (),
        @queue,
        $line,
        [$why_threads],
        "ThreadLimit $most",
        "ThreadsPerChild $most"
    );
}

sub threads ($report) {
    my $found = $report->{differences} // {};
    my $count = $report->{processes};
    my $most  = $count > $THREADS ? $count : $THREADS;
    my ($few, $many)
        = map { $_ // { says => 'not tried' } }
        @$found{qw(threads threads_many)};
    $most = $many->{name} =~ s/\D//gr if $many->{better};
    return ($most,
              'requests that wait for a process hold a thread;'
            . " with $count threads: $few->{says}; with "
            . (($many->{name} // 'more') =~ s/\D+(\d+)/$1/r)
            . " threads: $many->{says}");
}

# The number of processes of a pool.
my %KEY_OF = (
    'worker of a pool' => 'workers',
    'child of a pool'  => 'concurrency',
);

sub of_running ($report) {
    my $census = $report->{census};
    my $key    = $KEY_OF{ $census->{what} };
    my @why
        = "$report->{busy_why}; other numbers were not tried, because this"
        . ' server is not ours';
    my @requests = $report->{requests} ? why_requests($report) : ();
    return (
        [@why],
        @requests ? [@requests] : (),
        "PerlPool default $key=$report->{busy}"
            . (@requests ? " requests=$report->{requests}" : '')
    ) if $key;
    return (
        [@why],
        of_children($census, $report->{busy}),
        [ why_requests($report) ],
        "MaxConnectionsPerChild $report->{requests}"
    );
}

# A child of a threaded MPM has one Perl for all of its threads.
sub of_children ($census, $count) {
    return (
        "ServerLimit $count",
        ['each of these processes has one Perl, and ThreadsPerChild threads'],
        "MaxRequestWorkers ${\($count * $census->{threads})}"
    ) if $census->{threads};
    return (
        "ServerLimit $count",
        "MaxRequestWorkers $count",
        ['a connection that is kept open would keep a whole process'],
        'KeepAlive Off'
    );
}

sub why_processes ($report) {
    return
          "$report->{processes_why}; "
        . whole($report->{limit})
        . ' processes fit into memory';
}

sub why_requests ($report) {
    my $few  = $report->{differences}{requests};
    my $cost = $few ? " ($few->{name}: $few->{says})" : '';
    return "processes do not keep growing, so none must be replaced$cost"
        if !$report->{requests};
    return
        sprintf 'a process grows by %s KiB in 1000 requests; this replaces it'
        . ' when it is a quarter larger%s', whole(1000 * $report->{growth}),
        $cost;
}

1;

__END__

=head1 NAME

Mehari::Tune::Report - the report of mehari doctor --tune

=head1 FUNCTIONS

=over

=item text(\%report)

=item configuration(\%report)

Lines for httpd's configuration, each setting below the reason for it.

=back

=cut
