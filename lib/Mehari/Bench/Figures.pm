package Mehari::Bench::Figures;

# From rounds to figures: medians, spreads, ratios.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(median spread figures noise);

# The figures are called noisy if the floor's spread is above the first limit,
# or if others use more than the second share of a core.
my $SPREAD_LIMIT = 10;
my $OTHERS_LIMIT = 0.10;

sub median (@numbers) {
    return undef if !@numbers;
    my @sorted = sort { $a <=> $b } @numbers;
    my $middle = int(@sorted / 2);
    return $sorted[$middle] if @sorted % 2;
    return ($sorted[ $middle - 1 ] + $sorted[$middle]) / 2;
}

# The difference between the lowest and the highest number, in percent of the
# median.
sub spread (@numbers) {
    my $median = median(@numbers) or return undef;
    my @sorted = sort { $a <=> $b } @numbers;
    return 100 * ($sorted[-1] - $sorted[0]) / $median;
}

# Fills in each cell's figures. Ratios need a cell to compare with: without it,
# or with a failed one, they stay undefined.
sub figures ($cells) {
    for my $cell (@$cells) { own_figures($cell) }
    for my $cell (@$cells) {
        my $floor    = beside($cell, 'floor', $cells);
        my $cgi      = beside($cell, 'cgi',   $cells);
        my $rival    = $cell->{engine} eq 'mehari' && rival_of($cell, $cells);
        my $embedded = embedded_of($cell, $cells);
        my $peer     = $cell->{embedded} && best_peer($cells);
        $cell->{cpu_above_floor} = difference('cpu_us', $cell, $floor);
        $cell->{to_cgi}          = ratio($cell, $cgi);
        $cell->{to_floor}        = ratio($cell, $floor);
        $cell->{to_mod_perl}     = ratio($cell, $rival);
        $cell->{to_embedded}     = ratio($cell, $embedded);
        $cell->{to_peer}         = ratio($cell, $peer);
        $cell->{best_peer}       = $peer->{label} if $peer;
    }
    return;
}

# The cell of that kind in the same MPM; if there is none, in another.
sub beside ($cell, $kind, $cells) {
    my @all  = grep { $_->{kind} eq $kind } @$cells;
    my @same = grep { $_->{mpm} eq $cell->{mpm} } @all;
    return $same[0] // $all[0];
}

sub own_figures ($cell) {
    my @rounds = @{ $cell->{rounds} };
    my @single = @{ $cell->{single} // [] };
    $cell->{failed} = 0;
    $cell->{failed} += $_->{failed} for @rounds, @single;
    $cell->{state}
        = defined $cell->{refused} ? 'refused'
        : !@rounds                 ? 'not measured'
        : $cell->{failed}          ? 'failed'
        :                            'measured';
    return if $cell->{state} ne 'measured';
    for my $name (qw(rps ms p50 p90 p95 p99 longest cpu_us)) {
        my @values = map { $_->{$name} // () } @rounds;
        $cell->{$name} = median(@values);
        $cell->{"${name}_spread"} = spread(@values);
    }
    for my $name (qw(p50 p99)) {
        $cell->{"single_$name"} = median(map { $_->{$name} // () } @single);
    }
    my @rps = sort { $a <=> $b } map { $_->{rps} } @rounds;
    @$cell{qw(rps_low rps_high)} = @rps[ 0, -1 ];
    return;
}

# The rival is PerlRun, which is mod_perl's way to run a script anew for each
# request.
sub rival_of ($cell, $cells) {
    my $mode = $cell->{embedded} // $cell->{mode};
    $mode = 'perlrun' if $mode =~ /\Aperl-cgi(?:-event)?\z/;
    my ($rival)
        = grep { $_->{mode} eq $mode && $_->{engine} eq 'mod_perl' } @$cells;
    return $rival;
}

# For a mode in a pool: the cell of the same mode inside mehari's httpd.
sub embedded_of ($cell, $cells) {
    my $mode = $cell->{embedded} // return undef;
    my ($embedded)
        = grep { $_->{mode} eq $mode && $_->{engine} eq 'mehari' } @$cells;
    return $embedded;
}

# The fastest peer: a cell of another way to keep Perl in memory.
sub best_peer ($cells) {
    my ($best) = sort { $b->{rps} <=> $a->{rps} }
        grep { $_->{kind} eq 'peer' && $_->{rps} } @$cells;
    return $best;
}

sub ratio ($cell, $other) {
    return undef if !$other || !$other->{rps} || !defined $cell->{rps};
    return $cell->{rps} / $other->{rps};
}

sub difference ($name, $cell, $other) {
    return undef if !$other || !defined $other->{$name};
    return undef if !defined $cell->{$name};
    return $cell->{$name} - $other->{$name};
}

# Sentences about what makes the figures of one set-up doubtful.
sub noise ($setup, $cells) {
    my @said;
    my ($floor) = grep { $_->{kind} eq 'floor' } @$cells;
    my $spread = $floor && $floor->{rps_spread};
    push @said,
        sprintf '%s: the C handler\'s rounds differ by %.0f %%;'
        . ' small differences mean nothing', $setup->{name}, $spread
        if defined $spread && $spread > $SPREAD_LIMIT;
    my $others = median(
        map { $_->{others} // () }
        map { @{ $_->{rounds} } } @$cells
    );
    push @said,
        sprintf '%s: other programs used %.0f %% of a core while this'
        . ' was measured', $setup->{name}, 100 * $others
        if defined $others && $others > $OTHERS_LIMIT;
    return @said;
}

1;

__END__

=head1 NAME

Mehari::Bench::Figures - medians, spreads and ratios

=head1 FUNCTIONS

=over

=item median(@numbers), spread(@numbers)

undef without numbers; the spread is in percent of the median.

=item figures(\@cells)

Fills in C<state> (measured, failed, refused, not measured), C<rps>, C<ms>,
C<p50>, C<p99>, C<cpu_us> (medians of the rounds) and their C<_spread>,
C<rps_low>, C<rps_high>, C<single_p50>, C<single_p99> (of one connection),
C<failed>, C<cpu_above_floor>, C<to_cgi>, C<to_floor>, C<to_mod_perl>. A cell
is compared with one in the same MPM if there is one; perl-cgi is compared
with mod_perl's PerlRun. A mode in a pool also gets C<to_embedded>, in
relation to the same mode inside httpd under prefork, C<to_peer> and
C<best_peer>, the label of the fastest peer.

=item noise(\%setup, \@cells)

Warnings, one sentence each.

=back

=cut
