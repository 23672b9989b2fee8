package Mehari::Bench::Hits;

# The time that a number of requests takes, one after the other.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Bench::Client;

our @EXPORT_OK = qw(count_hits hit_lines);

# Each cell gets its hits: for each number { count, seconds, estimated }. A
# count that would take longer than $budget seconds is estimated from the rate.
sub count_hits ($cells, $numbers, $budget) {
    my $client = Mehari::Bench::Client->find('ab');
    for my $cell (@$cells) {
        $cell->{hits}
            = [ map { hits($cell, $_, $client, $budget) } @$numbers ];
    }
    return;
}

sub hits ($cell, $count, $client, $budget) {
    my ($last) = reverse $cell->{rounds}->@*;
    my $rate   = $last && $last->{rps} || return ();
    my $guess  = $count / $rate;
    return { count => $count, seconds => $guess, estimated => 1 }
        if !$client || $guess > $budget;
    my $run = $client->count($cell->{url}, 1, $count);
    return {
        count     => $count,
        seconds   => $run->{seconds},
        estimated => 0,
    };
}

# The ratio to mod_cgi, if mod_cgi was measured.
sub hit_lines ($cells) {
    my ($cgi) = grep { $_->{mode} eq 'cgi' } @$cells;
    return map { line($_, $cgi) } grep { @{ $_->{hits} // [] } } @$cells;
}

sub line ($cell, $cgi) {
    my @words = map { words($_) } $cell->{hits}->@*;
    my $times = '';
    $times = sprintf ' (mod_cgi: %.0f times as long)',
        $cgi->{hits}[-1]{seconds} / $cell->{hits}[-1]{seconds}
        if $cgi && $cgi != $cell && $cgi->{hits};
    my $engine = $cell->{engine} eq 'none' ? '' : " $cell->{engine}";
    return "$cell->{label}$engine: " . join(', ', @words) . $times;
}

sub words ($hit) {
    my $count = $hit->{count} =~ s/(?<=\d)(?=(?:\d{3})+\z)/,/gr;
    return sprintf '%s hits in %s%.3g s', $count,
        $hit->{estimated} ? 'about ' : '', $hit->{seconds};
}

1;

__END__

=head1 NAME

Mehari::Bench::Hits - the time of many requests in a row

=head1 FUNCTIONS

=over

=item count_hits(\@cells, \@numbers, $seconds)

Sends that many requests to each cell that was measured, over one connection,
and stores C<hits> in the cell.

=item hit_lines(\@cells)

The same in words.

=back

=cut
