package Mehari::Bench::Noise;

# Decides whether a difference between two measurements is larger than the noise
# in each.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Bench::Figures qw(median);

our @EXPORT_OK = qw(range judge enough_rounds);

# With four rounds each, the ranges of two equal things do not touch once in 35
# times; with three rounds, once in ten.
my $ENOUGH = 4;

sub enough_rounds () { return $ENOUGH }

# undef without numbers.
sub range (@numbers) {
    return undef if !@numbers;
    my @sorted = sort { $a <=> $b } @numbers;
    return {
        median => median(@sorted),
        low    => $sorted[0],
        high   => $sorted[-1],
        rounds => scalar @sorted,
    };
}

# Compares the first figure with the second: "more" or "less" when their ranges
# do not touch, "same" when they do, "unknown" with too few rounds to say.
sub judge ($one, $other) {
    return 'unknown'
        if grep { !$_ || $_->{rounds} < $ENOUGH } $one, $other;
    return 'less' if $one->{high} < $other->{low};
    return 'more' if $one->{low} > $other->{high};
    return 'same';
}

1;

__END__

=head1 NAME

Mehari::Bench::Noise - differences that are larger than the noise

=head1 FUNCTIONS

=over

=item range(@numbers)

C<median>, C<low>, C<high> and C<rounds> of the rounds of one measurement.

=item judge(\%range, \%other)

C<more>, C<less>, C<same> (the ranges overlap) or C<unknown> (fewer rounds than
C<enough_rounds>).

=back

=cut
