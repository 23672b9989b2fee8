package Mehari::Bench::Runner;

# Measures one set-up: checks that the pages are equal, warms every child, then
# goes through all cells round by round.

use Mehari::Perl;
use Time::HiRes qw(sleep time);

use Mehari::Bench::Check qw(fetch fetch_often difference pattern_of changing);
use Mehari::Bench::Execs qw(count_execs);
use Mehari::Bench::Figures qw(figures);
use Mehari::Bench::Guide   qw(with_database);
use Mehari::Bench::Hits    qw(count_hits);
use Mehari::Bench::Mode    qw(cells_of mode_of);
use Mehari::Bench::Process qw(cpu_of machine_busy);
use Mehari::Bench::Site    qw(start_site path_of write_floor);

# Number of equal pages after which a cell is trusted.
my $ASKED = 3;

# Measurements with one connection: seconds of a round, and the most rounds.
my $LATENCY_SECONDS = 1;
my $LATENCY_ROUNDS  = 3;

# Options: client, modes, engines, rounds, duration, concurrency, progress.
sub new ($class, %option) {
    return bless {%option}, $class;
}

# Returns the cells, with their figures.
sub run ($self, $setup) {
    $setup = with_database($setup);
    my $cells       = cells_of($setup, $self->{modes}, $self->{engines});
    my $concurrency = $self->{concurrency} // $setup->{concurrency};
    my $sites       = $self->start_sites($setup, $cells, $concurrency);
    my $page        = $self->check($setup, $cells, $sites);
    $self->measure($setup, $cells, $concurrency);
    $self->measure_latency($setup, $cells);
    $self->check_again($setup, $cells, $page);
    $self->count_hits_of($setup, $cells) if $setup->{hits};
    $_->{restore} = $_->{site}->restored
        for grep { mode_of($_->{mode})->{restored} } @$cells;
    $_->stop for values %$sites;
    delete @$_{qw(site url)} for @$cells;
    $self->say_progress("$setup->{name}: counting programs executed");
    count_execs($setup, $cells, $page->{body});
    figures($cells);
    return $cells;
}

# Time limits, so that no step takes much longer than the rounds.
sub count_hits_of ($self, $setup, $cells) {
    $self->say_progress("$setup->{name}: one hit after the other");
    count_hits([ grep { !defined $_->{refused} } @$cells ],
        $setup->{hits}, 2 * $self->{rounds} * $self->{duration});
    return;
}

# One httpd for each server that a cell names; its cells learn their URL.
sub start_sites ($self, $setup, $cells, $concurrency) {
    my %site;
    for my $cell (@$cells) {
        my $server = $cell->{server};
        my @peers  = map { $_->{mode} }
            grep { $_->{peer} && $_->{server} eq $server } @$cells;
        $cell->{site} = $site{$server}
            //= start_site($setup, $server, $concurrency, names => \@peers);
        $cell->{url} = $cell->{site}
            ->url(path_of($setup, $cell->{mode}), $cell->{mode});
    }
    return \%site;
}

# The first cell that is not the floor defines the page. A cell with another
# page, now or at a later check, gets `refused` and is not measured. Returns the
# page.
sub check ($self, $setup, $cells, $sites) {
    $self->say_progress("$setup->{name}: comparing the pages");
    my ($first) = grep { $_->{kind} ne 'floor' } @$cells;
    my $page
        = $first
        ? placed($first, fetch($first->{url}))
        : { status => 200, body => "Hello\n" };
    $page->{pattern} = $self->learn($setup, $first, $page)
        if $first && $setup->{learns};
    write_floor($_, $page->{body}) for values %$sites;
    for my $cell (@$cells) {
        my $mark = $cell->{site}->log_mark;
        $cell->{refused}
            = $page->{status} == 200 || $cell->{kind} ne 'floor'
            ? refusal($setup, $cell, $page)
            : 'there is no page that it could send';
        $cell->{log} = $cell->{site}->last_line($mark)
            if defined $cell->{refused};
    }
    return $page;
}

# Finds the words that change by themselves, such as a time or a process number.
# It uses a mode in which each request has a process of its own: there, no word
# changes because of an earlier request.
sub learn ($self, $setup, $cell, $page) {
    my $mode = mode_of($cell->{mode});
    return undef if ($mode->{kind} // '') ne 'cgi' && !$mode->{restored};
    my @more = map { placed($cell, $_) } fetch_often($cell->{url}, $ASKED);
    sleep 1.01 - (time - int time);    # into the next second
    push @more, placed($cell, fetch($cell->{url}));
    my $pattern = pattern_of($setup->{ignore}, $page, @more);
    $cell->{changing} = changing($setup->{ignore}, $page, $pattern);
    return $pattern;
}

# Finds a page that has become a redirect while it was measured: wrk does not
# call a redirect an error.
sub check_again ($self, $setup, $cells, $page) {
    for my $cell (@$cells) {
        next if defined $cell->{refused};
        next
            if grep { $_->{failed} }
            map { @{ $cell->{$_} } } qw(rounds single);
        my $got = placed($cell, fetch($cell->{url}));
        my $why = differs($got, $page, $setup) // next;
        $cell->{refused} = "after the measurement, $why";
    }
    return;
}

# A page may say in which directory its server lives, too.
sub placed ($cell, $page) {
    $page->{root} = $cell->{site}->root;
    return $page;
}

sub differs ($got, $page, $setup) {
    return difference($got, $page, $setup->{ignore}, $page->{pattern});
}

sub refusal ($setup, $cell, $page) {
    my $time = 0;
    for my $got (fetch_often($cell->{url}, $ASKED)) {
        $time++;
        placed($cell, $got);
        my $why = differs($got, $page, $setup) // next;
        return $time > 1 ? "asked again, $why" : $why;
    }
    return undef;
}

sub measure ($self, $setup, $cells, $concurrency) {
    my @order = grep { !defined $_->{refused} } @$cells;
    for my $round (0 .. $self->{rounds}) {
        for my $cell (@order) {
            $self->say_progress(
                join ' ',
                "$setup->{name}: $cell->{label}",
                $cell->{engine} eq 'none' ? ()             : $cell->{engine},
                $round ? "round $round of $self->{rounds}" : 'warming up'
            );
            my $run = $self->measure_once($cell, $concurrency, $round);
            push @{ $cell->{rounds} }, $run if $round;
        }

        # Turns the order, so that no cell always follows the same other cell.
        push @order, shift @order if @order;
    }
    return;
}

# The latency for one client alone, without a queue and without requests of
# others.
sub measure_latency ($self, $setup, $cells) {
    my @order = grep { !defined $_->{refused} } @$cells;
    my $rounds
        = $self->{rounds} < $LATENCY_ROUNDS
        ? $self->{rounds}
        : $LATENCY_ROUNDS;
    for my $round (1 .. $rounds) {
        for my $cell (@order) {
            $self->say_progress(
                "$setup->{name}: $cell->{label}, one connection");
            my $run
                = $self->{client}->load($cell->{url}, 1, $LATENCY_SECONDS);
            $run->{failed} ||= 1 if !$run->{completed};
            push @{ $cell->{single} }, $run;
        }
        push @order, shift @order if @order;
    }
    return;
}

# Round 0 only warms: each child compiles what it will run.
sub measure_once ($self, $cell, $concurrency, $round) {
    my $site = $cell->{site};
    my $mark = $site->log_mark;
    my ($busy_before, $steal_before) = machine_busy();
    my $own_before = own_cpu();
    my $cpu_before = cpu_of($site->processes);
    my $start      = time;
    my $run        = $self->{client}
        ->load($cell->{url}, $concurrency, $round ? $self->{duration} : 1);
    my $cpu = settled_cpu($site) - $cpu_before;
    my ($busy, $steal) = machine_busy();
    my $seconds = time - $start;
    my $others
        = ($busy - $busy_before) - $cpu - (own_cpu() - $own_before);
    $cell->{log} = $site->last_line($mark) if $run->{failed};
    my $served = $cell->{blind} ? 0 : $run->{completed} + $run->{in_flight};
    return {
        %$run,
        rps        => $run->{completed} / $run->{seconds},
        server_cpu => $cpu,
        cpu_us     => $served ? 1e6 * $cpu / $served : undef,
        others     => !$cell->{blind} && $others > 0 ? $others / $seconds : 0,
        stolen     => ($steal - $steal_before) / $seconds,
        failed     => $run->{failed} + ($run->{completed} ? 0 : 1),
    };
}

# Processor time of this process and of the client, which is its child.
sub own_cpu () {
    my @times = times;
    return $times[0] + $times[1] + $times[2] + $times[3];
}

# The time of scripts that still run when the client stops counts, too: waits
# until httpd runs no script and no process computes. A pool makes children
# ahead of demand, so the number of its processes says nothing.
sub settled_cpu ($site) {
    my $end = time + 10;
    my $cpu = cpu_of($site->processes);
    while (time < $end) {
        sleep 0.02;
        my $again = cpu_of($site->processes);
        my $quiet = $again - $cpu < 0.0005;
        $cpu = $again;
        last if $quiet && !$site->is_busy;
    }
    return $cpu;
}

sub say_progress ($self, $text) {
    $self->{progress}->($text) if $self->{progress};
    return;
}

1;

__END__

=head1 NAME

Mehari::Bench::Runner - measures one set-up, interleaved

=head1 METHODS

=over

=item new(client => $client, modes => \@names, engines => \@names, rounds => $n,
duration => $seconds, concurrency => $n or undef, progress => sub ($text) {})

Makes a runner. It measures those C<modes> that the set-up has.

=item run(\%setup)

Returns the cells of L<Mehari::Bench::Mode> with rounds and figures.

=back

=cut
