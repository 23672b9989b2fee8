package Mehari::Tune::Advice;

# Turns measurements into numbers, each with its reason.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Bench::Noise qw(range judge);

our @EXPORT_OK = qw(judge_rows choose_processes difference);

# Compares each row with the best one at its concurrency: `verdict` is less,
# same, unknown, failed, best, or only where there is no other.
sub judge_rows ($rows) {
    my %best;
    for my $row (@$rows) {
        $row->{rps_range} = range(@{ $row->{rps} });
        $row->{p99_range} = range(grep { defined } @{ $row->{p99} });
        next if $row->{failed};
        my $best = $best{ $row->{concurrency} };
        $best{ $row->{concurrency} } = $row
            if !$best
            || $row->{rps_range}{median} > $best->{rps_range}{median};
    }
    my %count;
    $count{ $_->{concurrency} }++ for @$rows;
    for my $row (@$rows) {
        my $best = $best{ $row->{concurrency} };
        $row->{verdict}
            = $row->{failed}                     ? 'failed'
            : $count{ $row->{concurrency} } == 1 ? 'only'
            : $row == $best                      ? 'best'
            :   judge($row->{rps_range}, $best->{rps_range});
    }
    return $rows;
}

# The smallest number of processes that is as good as the best, within the
# noise, at the largest number of clients tried. Returns the number and the
# reason; undef when all failed.
sub choose_processes ($rows) {
    my ($most) = sort { $b <=> $a } map { $_->{concurrency} } @$rows;
    my @rows = sort { $a->{setting}{processes} <=> $b->{setting}{processes} }
        grep { $_->{concurrency} == $most && $_->{verdict} ne 'failed' }
        @$rows;
    return (undef, 'requests failed with every number of processes')
        if !@rows;
    my ($best) = grep { $_->{verdict} eq 'best' } @rows;
    my @numbers = map { $_->{setting}{processes} } @rows;
    return ($numbers[0], 'no other number was tried') if @rows == 1;
    return ($best->{setting}{processes},
        "most requests/s with $most clients, but after too few rounds to be"
            . ' sure')
        if grep { $_->{verdict} eq 'unknown' } @rows;
    my @same = grep { $_->{verdict} =~ /\A(?:best|same)\z/ } @rows;
    return ($same[0]{setting}{processes}, reason($most, \@rows, @same));
}

sub reason ($most, $rows, @same) {
    my @numbers = map { $_->{setting}{processes} } @same;
    return "most requests/s with $most clients" if @same == 1;
    my $which
        = join(', ', @numbers[ 0 .. $#numbers - 1 ]) . " and $numbers[-1]";
    return @same == @$rows
        ? "$which are equal with $most clients, because the noise is larger"
        . ' than the difference; the fewest take the least memory'
        : "with $most clients $which are equal, and the others are slower;"
        . ' the fewest take the least memory';
}

# The effect of another setting, compared with the chosen one: a phrase, whether
# it is worse, and whether it is better. $field is rps or p99.
sub difference ($chosen, $other, $field) {
    return ('requests failed', 1, 0) if $other->{failed};
    my ($own, $their) = map { $_->{"${field}_range"} } $chosen, $other;
    my $verdict = judge($their, $own);
    return ('too few rounds to tell',   0, 0) if $verdict eq 'unknown';
    return ('no measurable difference', 0, 0) if $verdict eq 'same';
    my $percent = 100 * ($their->{median} / ($own->{median} || 1) - 1);
    my $what    = $field eq 'rps' ? 'requests/s' : 'at the 99th percentile';
    my $worse   = $field eq 'rps' ? $verdict eq 'less' : $verdict eq 'more';
    return (sprintf('%+.0f %% %s', $percent, $what),
        $worse ? (1, 0) : (0, 1));
}

1;

__END__

=head1 NAME

Mehari::Tune::Advice - chooses settings, with their reasons

=head1 FUNCTIONS

=over

=item judge_rows(\@rows)

Adds to rows of L<Mehari::Tune::Trials> C<rps_range>, C<p99_range> (of
L<Mehari::Bench::Noise>) and C<verdict>: C<best>, C<only>, C<same>, C<less>,
C<unknown> or C<failed>.

=item choose_processes(\@rows)

A number and a sentence.

=item difference(\%chosen, \%other, $field)

A phrase, true when the other one is worse, and true when it is better.

=back

=cut
