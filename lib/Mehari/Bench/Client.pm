package Mehari::Bench::Client;

# The program that makes the load: wrk, or ab where wrk is missing; httperf for
# a given rate.

use Mehari::Perl;
use Time::HiRes qw(time);

use Mehari::Bench::Httperf;
use Mehari::Bench::Setup qw(bench_dir);

# A page that takes longer than this counts as failed.
my $TIMEOUT = 30;

# The client of that name, or the best one there is; undef without any. Options:
# timeout (seconds), rate (requests a second, httperf only).
sub find ($class, $name = undef, %option) {
    for my $wanted (defined $name ? $name : qw(wrk ab)) {
        my $program = in_path($wanted) // next;
        return bless {
            name    => $wanted,
            program => $program,
            timeout => $option{timeout} // $TIMEOUT,
            rate    => $option{rate},
        }, $class;
    }
    return undef;
}

sub in_path ($name) {
    for my $dir (split(/:/, $ENV{PATH} // ''), '/usr/bin') {
        return "$dir/$name" if -f "$dir/$name" && -x _;
    }
    return undef;
}

sub name ($self) { return $self->{name} }

# Load for so many seconds, on one URL, or on several, one after the other.
# Returns completed, succeeded, in_flight, seconds, ms, p50, p90, p95, p99,
# longest, bytes, errors, failed, client_cpu.
sub load ($self, $urls, $concurrency, $duration) {
    my @urls = ref $urls ? @$urls : $urls;
    return $self->load_at_rate($duration, @urls)
        if $self->{name} eq 'httperf';
    my @command
        = $self->{name} eq 'wrk'
        ? $self->wrk_command($concurrency, $duration, @urls)
        : $self->ab_command(
        $urls[0], $concurrency,
        -t => $duration,
        -n => 100_000_000
        );
    my ($text, $cpu) = output_and_cpu(@command);
    my $run = $self->{name} eq 'wrk' ? read_wrk($text) : read_ab($text);
    $run or $self->die_of($text, @urls);

  # When the time is over, each connection has a request under way. The server
  # works for it, but the client does not count it.
    return { %$run, in_flight => $concurrency, client_cpu => $cpu };
}

sub load_at_rate ($self, $duration, @urls) {
    my ($list, @arguments) = Mehari::Bench::Httperf::arguments(
        urls     => \@urls,
        duration => $duration,
        rate     => $self->{rate},
        timeout  => $self->{timeout},
    );
    my ($text, $cpu) = output_and_cpu($self->{program}, @arguments);
    my $run = Mehari::Bench::Httperf::read_report($text)
        // $self->die_of($text, @urls);
    return { %$run, in_flight => 0, client_cpu => $cpu };
}

sub die_of ($self, $text, @urls) {
    die "$self->{name} did not report on @urls: " . first_line($text);
}

# Exactly $count requests; ab only, as wrk has no such option.
sub count ($self, $url, $concurrency, $count) {
    $concurrency = $count if $concurrency > $count;
    my ($text, $cpu)
        = output_and_cpu($self->ab_command($url, $concurrency, -n => $count));
    my $run = read_ab($text) // $self->die_of($text, $url);
    return { %$run, in_flight => 0, client_cpu => $cpu };
}

# Percentiles of the times of requests.
my @TIMES = qw(p50 p90 p95 p99 longest);

sub wrk_command ($self, $concurrency, $duration, @urls) {
    my @paths
        = @urls > 1
        ? map { Mehari::Bench::Httperf::parts($_)->[3] } @urls
        : ();
    return (
        $self->{program}, '-t1', "-c$concurrency", "-d${duration}s",
        '--timeout' => "$self->{timeout}s",
        '-s'        => bench_dir() . '/report.lua',
        $urls[0], @paths ? ('--', @paths) : ()
    );
}

# -l: a page may have another length each time, as wrk allows, too.
sub ab_command ($self, $url, $concurrency, @end) {
    return (
        $self->{program}, qw(-q -k -l),
        -s => $self->{timeout},
        -c => $concurrency,
        @end, $url
    );
}

# Both streams of the program, and the processor time it took.
sub output_and_cpu (@command) {
    my @before = times;
    my $pid    = open(my $pipe, '-|') // die "Cannot start a process: $!.\n";
    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        no warnings 'exec';
        exec { $command[0] } @command or print "cannot run $command[0]: $!\n";
        require POSIX;
        POSIX::_exit(127);
    }
    local $/ = undef;
    my $text = <$pipe> // '';
    close $pipe;
    my @after = times;
    return ($text, $after[2] + $after[3] - $before[2] - $before[3]);
}

sub first_line ($text) {
    my ($line) = grep { /\S/ } split /\n/, $text;
    return ($line // 'it said nothing.') . "\n";
}

sub read_wrk ($text) {
    my ($report) = $text =~ /^mehari-bench\n(.*)/ms or return;
    my %got = $report =~ /^(\w+) ([\d.]+)$/mg;
    return if !$got{duration};
    my %errors = map { $_ => $got{$_} + 0 } qw(connect read write timeout);
    $errors{status} = $got{status} + 0;
    return {
        completed => $got{requests} + 0,
        seconds   => $got{duration} / 1e6,
        bytes     => $got{bytes} + 0,
        succeeded => $got{requests} - $errors{status} - $errors{timeout},
        ms        => $got{mean} / 1e3,
        (map { $_ => $got{$_} / 1e3 } grep { exists $got{$_} } @TIMES),
        errors => \%errors,
        failed => total(values %errors),
    };
}

sub read_ab ($text) {
    my ($completed) = $text =~ /^Complete requests:\s+(\d+)/m       or return;
    my ($seconds)   = $text =~ /^Time taken for tests:\s+([\d.]+)/m or return;
    my %errors      = (status => 0);
    $errors{status} = $1 + 0 if $text =~ /^Non-2xx responses:\s+(\d+)/m;
    if (my ($kinds) = $text =~ /^\s+\((Connect: [^)]+)\)$/m) {
        my %count = $kinds =~ /(\w+): (\d+)/g;
        $errors{ lc $_ } = $count{$_} + 0 for keys %count;
    }
    my ($bytes) = $text =~ /^Total transferred:\s+(\d+)/m;
    my ($ms)    = $text =~ /^Time per request:\s+([\d.]+) \[ms\] \(mean\)$/m;
    my %at      = $text =~ /^\s+(\d+)%\s+(\d+)/mg;
    return {
        completed => $completed + 0,
        seconds   => $seconds + 0,
        bytes     => ($bytes // 0) + 0,
        ms        => ($ms    // 0) + 0,
        (map { ; "p$_" => ($at{$_} // 0) + 0 } 50, 90, 95, 99),
        longest   => ($at{100} // 0) + 0,
        succeeded => $completed - $errors{status},
        errors    => \%errors,
        failed    => total(values %errors),
    };
}

sub total (@numbers) {
    my $sum = 0;
    $sum += $_ for @numbers;
    return $sum;
}

1;

__END__

=head1 NAME

Mehari::Bench::Client - wrk, ab or httperf

=head1 METHODS

=over

=item find($name, timeout => $seconds, rate => $n)

Returns the client of that name: C<wrk>, C<ab> or C<httperf>, which needs a
rate. Without a name it returns wrk, or ab if wrk is not installed. Returns
undef if the client is not installed.

=item load($url, $concurrency, $seconds), count($url, $concurrency, $requests)

Sends requests for that time, or that number of them, over persistent
connections (httperf opens a connection for each request). Returns a hash:
C<completed>, C<succeeded> (with a status below 400 and within the time-out),
C<in_flight> (requests that the server had begun when the client stopped),
C<seconds>, C<ms> (mean time of a request), C<p50>, C<p90>, C<p95>, C<p99>,
C<longest>, C<bytes>, C<errors> (by kind), C<failed> (their sum), C<client_cpu>
(seconds). For wrk and httperf, $url may also be a reference to an array of URLs
of one server.

=item name

The client's own name.

=back

=cut
