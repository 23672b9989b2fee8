package Mehari::Bench::Table;

# One set-up as text for a terminal.

use Mehari::Perl;
use Exporter   qw(import);
use List::Util qw(max);

use Mehari::Bench::Hits qw(hit_lines);
use Mehari::Bench::Mode qw(engine_label mode_label mode_of);

our @EXPORT_OK = qw(
    table legend columns cell_values comparisons restorings number whole
);

# Heading, and format of a cell's value. A true first value marks the five
# columns that a terminal shows without --wide.
my @COLUMNS = (
    [ 1, 'req/s',     sub ($c) { whole($c->{rps}) } ],
    [ 1, '+-%',       sub ($c) { number('%.0f', $c->{rps_spread}) } ],
    [ 0, 'ms',        sub ($c) { number('%.3g', $c->{ms}) } ],
    [ 1, 'ms alone',  sub ($c) { number('%.3g', $c->{single_p50}) } ],
    [ 0, '99%',       sub ($c) { number('%.3g', $c->{single_p99}) } ],
    [ 1, 'CPU us',    sub ($c) { number('%.1f', $c->{cpu_us}) } ],
    [ 0, '+-%',       sub ($c) { number('%.0f', $c->{cpu_us_spread}) } ],
    [ 0, '+floor',    sub ($c) { number('%.1f', $c->{cpu_above_floor}) } ],
    [ 1, 'x mod_cgi', sub ($c) { number('%.3g', $c->{to_cgi}) } ],
    [ 0, '/floor',    sub ($c) { number('%.3g', $c->{to_floor}) } ],
    [ 0, '/mod_perl', sub ($c) { number('%.2f', $c->{to_mod_perl}) } ],
    [ 0, 'execs',     sub ($c) { number('%.3g', $c->{execs}) } ],
    [ 0, 'failed',    sub ($c) { whole($c->{failed}) } ],
);

sub columns ($wide = 1) {
    return map { $_->[1] } grep { $wide || $_->[0] } @COLUMNS;
}

# The texts of a cell below those headings.
sub cell_values ($cell, $wide = 1) {
    return map { $_->[2]->($cell) } grep { $wide || $_->[0] } @COLUMNS;
}

sub number ($format, $value) {
    return defined $value ? sprintf($format, $value) : '-';
}

# Puts blanks between thousands.
sub whole ($value) {
    return '-' if !defined $value;
    my $text = sprintf '%.0f', $value;
    1 while $text =~ s/^(\d+)(\d{3})/$1 $2/;
    return $text;
}

sub table ($setup, $cells, $wide = 0) {
    my @rows = ([ 'mode', '', columns($wide) ]);
    for my $cell (@$cells) { push @rows, row($cell, $wide) }
    my @width = widths(@rows);
    my $text  = "$setup->{name}: $setup->{title}\n";
    $text .= "  $setup->{how}\n" if defined $setup->{how};
    for my $row  (@rows)   { $text .= line($row, @width) }
    for my $cell (@$cells) { $text .= remark($cell) }
    $text .= changing(grep { $_->{changing} } @$cells);
    return $text . join '', map { "  $_\n" } comparisons($cells),
        restorings($cells), hit_lines($cells);
}

# The headings without --wide.
sub legend () {
    return <<~'TEXT';
      req/s      requests per second, the median of the rounds
      +-%        its highest minus its lowest round, in percent
      ms alone   the time that one client waits for a page when it is alone
      CPU us     the server's processor time per request
      x mod_cgi  requests per second, as a multiple of mod_cgi's
    TEXT
}

# One line for each mode of event, when there is something to compare it with.
sub comparisons ($cells) {
    my @lines;
    for my $cell (grep { $_->{embedded} } @$cells) {
        my $name = mode_label($cell->{embedded});
        my @to;
        push @to, sprintf "%.2f of $name on prefork", $cell->{to_embedded}
            if defined $cell->{to_embedded};
        push @to, sprintf '%.2f of the fastest peer (%s)', $cell->{to_peer},
            $cell->{best_peer} =~ s/, event\z//r
            if defined $cell->{to_peer};
        my $inside = (mode_of($cell->{mode}) // {})->{processes};
        my $where  = $inside ? 'in httpd' : 'in a pool';
        push @lines, "$name $where on event: " . join ', ', @to if @to;
    }
    return @lines;
}

# The way in which each mode restores memory, for the modes that do.
sub restorings ($cells) {
    my @lines;
    for my $cell (grep { $_->{restore} } @$cells) {
        my $way  = $cell->{restore}{way} // 'unknown';
        my $runs = $cell->{restore}{runs};
        my $line = "$cell->{label}: memory is restored by $way";
        $line .= sprintf ', %.0f pages, %.1f faults and %.0f us a run',
            map { $cell->{restore}{ $_->[0] } / $runs * $_->[1] }
            [ pages => 1 ], [ faults => 1 ], [ time => 1e6 ]
            if $runs;
        push @lines, $line;
    }
    return @lines;
}

# Lines of the page that are not compared, if there are any.
sub changing ($cell = undef) {
    return '' if !$cell;
    my ($count, $all) = $cell->{changing}->@{qw(changing lines)};
    my $what
        = $count == 1
        ? 'changes by itself'
        : 'change by themselves';
    return
          "  not compared: $count of the page's $all lines, which $what under"
        . " $cell->{label}\n";
}

# A cell that failed has no speed: only what is wrong with it.
sub row ($cell, $wide) {
    return [
        $cell->{label},
        engine_label($cell->{engine}) // '',
        cell_values($cell, $wide)
    ];
}

sub widths (@rows) {
    my @width;
    for my $row (@rows) {
        for my $n (0 .. $#$row) {
            $width[$n] = max(length $row->[$n], $width[$n] // 0);
        }
    }
    return @width;
}

sub line ($row, @width) {
    my @text;
    for my $n (0 .. $#$row) {
        my $side = $n < 2 ? '-' : '';
        push @text, sprintf "%$side$width[$n]s", $row->[$n];
    }
    return '  ' . join('  ', @text) =~ s/\s+\z//r . "\n";
}

sub remark ($cell) {
    my $name = join ' ', $cell->{label}, engine_label($cell->{engine}) || ();
    my $log  = defined $cell->{log} ? "    httpd: $cell->{log}\n" : '';
    return "  REFUSED $name: $cell->{refused}\n$log"
        if defined $cell->{refused};
    return '' if ($cell->{state} // '') ne 'failed';
    my %sum;
    for my $round (@{ $cell->{rounds} }, @{ $cell->{single} // [] }) {
        my $errors = $round->{errors};
        $sum{$_} += $errors->{$_} for keys %$errors;
    }
    my @kinds = map { "$_ $sum{$_}" } grep { $sum{$_} } sort keys %sum;
    my $what  = @kinds ? join ', ', @kinds : 'no request was answered';
    return "  FAILED $name: $what\n$log";
}

1;

__END__

=head1 NAME

Mehari::Bench::Table - the figures of a set-up as text

=head1 FUNCTIONS

=over

=item table(\%setup, \@cells, $wide)

The table with five columns, or with all if C<$wide> is true, and a line for
each cell that failed or was refused.

=item legend()

The meaning of the five columns.

=item comparisons(\@cells)

Sentences about what runs in a pool, in relation to the same mode inside httpd
and to the fastest peer.

=item restorings(\@cells)

Sentences about the way in which perl-cgi put memory back, with the pages, the
faults and the time of a run.

=item columns($wide)

The headings, from the third column on.

=item cell_values(\%cell, $wide)

The values that stand below them.

=item number($format, $value), whole($value)

The value as text, or C<-> for undef.

=back

=cut
