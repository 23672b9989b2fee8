package Mehari::Command::Nearest;

# The known word that a misspelt one probably means.

use Mehari::Perl;
use List::Util qw(min);

use Exporter qw(import);
our @EXPORT_OK = qw(nearest);

# undef if no word is close enough.
sub nearest ($word, @known) {
    my ($best, $least) = (undef, 1 + min(3, int(length($word) / 2)));
    for my $known (sort @known) {
        my $edits = edits(lc $word, $known);
        ($best, $least) = ($known, $edits) if $edits < $least;
    }
    return $best;
}

# The number of letters to insert, take out, replace or swap with the next one,
# to make $to of $from (the optimal string alignment distance).
sub edits ($from, $to) {
    my @from = split //, $from;
    my @to   = split //, $to;
    my @rows = ([ 0 .. @to ]);
    for my $i (1 .. @from) {
        $rows[$i][0] = $i;
        for my $j (1 .. @to) {
            my $same = $from[ $i - 1 ] eq $to[ $j - 1 ];
            my @ways = (
                $rows[ $i - 1 ][$j] + 1,
                $rows[$i][ $j - 1 ] + 1,
                $rows[ $i - 1 ][ $j - 1 ] + !$same,
            );
            push @ways, $rows[ $i - 2 ][ $j - 2 ] + 1
                if $i > 1
                && $j > 1
                && $from[ $i - 1 ] eq $to[ $j - 2 ]
                && $from[ $i - 2 ] eq $to[ $j - 1 ];
            $rows[$i][$j] = min(@ways);
        }
    }
    return $rows[-1][-1];
}

1;

__END__

=head1 NAME

Mehari::Command::Nearest - the word that a misspelt one means

=head1 SYNOPSIS

    use Mehari::Command::Nearest qw(nearest);
    my $meant = nearest('sevre', 'serve', 'bench');    # serve

=cut
