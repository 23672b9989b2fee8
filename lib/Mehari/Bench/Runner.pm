package Mehari::Bench::Runner;

# Measures one set-up: checks that the pages are equal, warms every child, then
# goes through all cells round by round.

use v5.36;
use Time::HiRes qw(sleep time);

use Mehari::Bench::Check   qw(fetch fetch_often difference);
use Mehari::Bench::Execs   qw(count_execs);
use Mehari::Bench::Figures qw(figures);
use Mehari::Bench::Mode    qw(cells_of);
use Mehari::Bench::Process qw(cpu_of machine_busy);
use Mehari::Bench::Site    qw(start_site path_of write_floor);

# How often a page is asked for before a cell is trusted.
my $ASKED = 3;

# Options: client, modes, engines, rounds, duration, concurrency, progress.
sub new ($class, %option) {
    return bless {%option}, $class;
}

# Returns the cells, with their figures.
sub run ($self, $setup) {
    my $cells       = cells_of($setup, $self->{modes}, $self->{engines});
    my $concurrency = $self->{concurrency} // $setup->{concurrency};
    my %httpd;
    for my $cell (@$cells) {
        $httpd{ $cell->{server} }
            //= start_site($setup, $cell->{server}, $concurrency);
        $cell->{httpd} = $httpd{ $cell->{server} };
        $cell->{url}   = $cell->{httpd}->url(path_of($setup, $cell->{mode}));
    }
    my $body = $self->check($setup, $cells, \%httpd);
    $self->measure($setup, $cells, $concurrency);
    $self->check_again($setup, $cells, $body);
    $_->stop for values %httpd;
    delete @$_{qw(httpd url)} for @$cells;
    $self->say_progress("$setup->{name}: counting programs executed");
    count_execs($setup, $cells, $body);
    figures($cells);
    return $cells;
}

# The first cell that is no floor says how the page looks. A cell whose page
# differs, now or when it is asked again, gets `refused` and is not measured.
# Returns the page.
sub check ($self, $setup, $cells, $httpd) {
    $self->say_progress("$setup->{name}: comparing the pages");
    my ($first) = grep { $_->{mode} ne 'floor' } @$cells;
    my $page
        = $first
        ? fetch($first->{url})
        : { status => 200, body => "Hello\n" };
    write_floor($_, $page->{body}) for values %$httpd;
    for my $cell (@$cells) {
        my $mark = $cell->{httpd}->error_log_mark;
        $cell->{refused}
            = $page->{status} == 200 || $cell->{mode} ne 'floor'
            ? refusal($setup, $cell, $page)
            : 'there is no page that it could send';
        $cell->{log} = last_line($cell->{httpd}, $mark)
            if defined $cell->{refused};
    }
    return $page->{body};
}

# What httpd had to say about it; undef for nothing.
sub last_line ($httpd, $mark) {
    my @lines = split /\n/, $httpd->error_log_since($mark);
    return $lines[-1];
}

# wrk does not call a redirect an error, so a page that has turned into one
# while it was measured is found here.
sub check_again ($self, $setup, $cells, $body) {
    my $page = { body => $body };
    for my $cell (@$cells) {
        next if defined $cell->{refused};
        next if grep { $_->{failed} } @{ $cell->{rounds} };
        my $why = difference(fetch($cell->{url}), $page, $setup->{ignore})
            // next;
        $cell->{refused} = "after the measurement, $why";
    }
    return;
}

sub refusal ($setup, $cell, $page) {
    my $time = 0;
    for my $got (fetch_often($cell->{url}, $ASKED)) {
        $time++;
        my $why = difference($got, $page, $setup->{ignore}) // next;
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

        # No cell always comes after the same other one.
        push @order, shift @order if @order;
    }
    return;
}

# Round 0 only warms: each child compiles what it will run.
sub measure_once ($self, $cell, $concurrency, $round) {
    my $httpd = $cell->{httpd};
    my $mark  = $httpd->error_log_mark;
    my ($busy_before, $steal_before) = machine_busy();
    my $own_before = own_cpu();
    my $cpu_before = cpu_of($httpd->processes);
    my $start      = time;
    my $run        = $self->{client}
        ->load($cell->{url}, $concurrency, $round ? $self->{duration} : 1);
    my $cpu = settled_cpu($httpd) - $cpu_before;
    my ($busy, $steal) = machine_busy();
    my $seconds = time - $start;
    my $others
        = ($busy - $busy_before) - $cpu - (own_cpu() - $own_before);
    $cell->{log} = last_line($httpd, $mark) if $run->{failed};
    my $served = $run->{completed} + $run->{in_flight};
    return {
        %$run,
        rps        => $run->{completed} / $run->{seconds},
        server_cpu => $cpu,
        cpu_us     => $served     ? 1e6 * $cpu / $served : undef,
        others     => $others > 0 ? $others / $seconds   : 0,
        stolen     => ($steal - $steal_before) / $seconds,
        failed     => $run->{failed} + ($run->{completed} ? 0 : 1),
    };
}

# Ours and the client's, who is our child.
sub own_cpu () {
    my @times = times;
    return $times[0] + $times[1] + $times[2] + $times[3];
}

# Scripts that were running when the client stopped are part of the bill: waits
# until only httpd's own processes are left and nothing works any more.
sub settled_cpu ($httpd) {
    my $end = time + 10;
    my $cpu = cpu_of($httpd->processes);
    while (time < $end) {
        sleep 0.02;
        my @all   = $httpd->processes;
        my $again = cpu_of(@all);
        my $quiet = $again - $cpu < 0.0005;
        $cpu = $again;
        last if $quiet && @all == 1 + (() = $httpd->children);
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

=item run(\%setup)

Returns the cells of L<Mehari::Bench::Mode> with rounds and figures.

=back

=cut
