package Mehari::Bench::Url;

# Measures a running server as its clients see it, by one URL or by several in
# turns.

use Mehari::Perl;

use Mehari::Bench::Check   qw(fetch);
use Mehari::Bench::Figures qw(figures);
use Mehari::Bench::Noise   qw(range);
use Mehari::Bench::Table   qw(whole);

my @FIGURES = (
    [ 'requests/s', 'rps' ],
    [ 'mean ms',    'ms' ],
    [ '50% ms',     'p50' ],
    [ '90% ms',     'p90' ],
    [ '95% ms',     'p95' ],
    [ '99% ms',     'p99' ],
    [ 'longest ms', 'longest' ],
);

# The reason why these cannot be one load, as a phrase; undef when they can.
sub problem (@urls) {
    my %server = map { server_of($_) => 1 } @urls;
    return keys %server > 1 ? 'the URLs must be of one server' : undef;
}

sub server_of ($url) {
    return lc($url =~ m{\A(https?://[^/?#]+)} ? $1 : $url);
}

# Options: client, urls, rounds, duration, concurrency, progress.
sub measure (%option) {
    my @urls = @{ $option{urls} };
    my %cell = (
        mode   => 'url',
        label  => 'URL',
        kind   => 'url',
        mpm    => '',
        engine => 'none',
        rounds => [],
    );
    $cell{refused} = refusal(@urls);
    my $rounds = defined $cell{refused} ? 0 : $option{rounds};
    for my $round (1 .. $rounds) {
        $option{progress}->("$urls[0]: round $round of $rounds");
        push @{ $cell{rounds} },
            one_round($option{client}, \@urls,
            @option{qw(concurrency duration)});
    }
    delete $cell{refused} if !defined $cell{refused};
    figures([ \%cell ]);
    return \%cell;
}

sub refusal (@urls) {
    for my $url (@urls) {
        my $page = fetch($url);
        next if $page->{status} == 200;
        return "status $page->{status}" . (@urls > 1 ? " of $url" : '');
    }
    return undef;
}

# A failed request is no speed.
sub one_round ($client, $urls, $concurrency, $duration) {
    my $run = $client->load($urls, $concurrency, $duration);
    $run->{rps} = $run->{succeeded} / $run->{seconds};
    $run->{failed} ||= 1 if !$run->{completed};
    return $run;
}

# Failures are counted, and the figures are still shown, because the failures
# under load are of interest, too.
sub table ($setup, $cell) {
    my $text = "$setup->{name}: $setup->{title}\n  $setup->{how}\n";
    return "$text  REFUSED: $cell->{refused}\n" if defined $cell->{refused};
    $text .= sprintf "  %-12s %10s %10s %10s\n", '',
        qw(median lowest highest);
    for my $figure (@FIGURES) {
        my ($title, $name) = @$figure;
        my $range
            = range(grep { defined } map { $_->{$name} } @{ $cell->{rounds} })
            // next;
        $text .= sprintf "  %-12s %10s %10s %10s\n", $title,
            map { shown($_) } @$range{qw(median low high)};
    }
    return $text . success($cell);
}

sub shown ($number) {
    return $number >= 100 ? whole($number) : sprintf '%.3g', $number;
}

sub success ($cell) {
    my ($succeeded, %failed) = (0);
    for my $round (@{ $cell->{rounds} }) {
        $succeeded  += $round->{succeeded};
        $failed{$_} += $round->{errors}{$_} for keys %{ $round->{errors} };
    }
    my @kinds
        = map { "$_ $failed{$_}" } grep { $failed{$_} } sort keys %failed;
    my $all = $succeeded + $cell->{failed};
    return
        sprintf
        "  succeeded    %10s of %s (%.2f %%)\n  failed       %10s%s\n",
        whole($succeeded), whole($all), $all ? 100 * $succeeded / $all : 0,
        whole($cell->{failed}), @kinds ? '  ' . join ', ', @kinds : '';
}

1;

__END__

=head1 NAME

Mehari::Bench::Url - a running server, as its clients see it

=head1 FUNCTIONS

=over

=item problem(@urls)

The reason why these cannot be asked for in turns, or undef.

=item measure(client => $client, urls => \@urls, rounds => $n, duration => $s,
concurrency => $n, progress => $sub)

The cell. Its C<rps> are requests that succeeded.

=item table(\%setup, \%cell)

Rates, percentiles, and what failed.

=back

=cut
