package Mehari::Bench::Compare;

# Compares two runs of mehari bench: what has changed, and whether that is more
# than the noise.

use Mehari::Perl;
use Exporter qw(import);
use JSON::PP ();
use POSIX    qw(strftime);

use Mehari::Bench::Mode  qw(engine_label);
use Mehari::Bench::Noise qw(range judge enough_rounds);
use Mehari::Bench::Table qw(number);
use Mehari::File         qw(bytes_of);

our @EXPORT_OK = qw(load_run save_run compare text);

# Key of a figure in a round; its name; its format.
my @FIGURES = (
    [ 'rps',    'req/s',  '%.0f' ],
    [ 'p50',    '50% ms', '%.3g' ],
    [ 'p99',    '99% ms', '%.3g' ],
    [ 'cpu_us', 'CPU us', '%.1f' ],
);

my %SAYS = (
    more    => 'more than before',
    less    => 'less than before',
    same    => 'within the noise',
    unknown => 'too few rounds to tell',
);

sub save_run ($file, $report) {
    open my $out, '>', $file or die "Cannot write $file: $!.\n";
    print {$out} JSON::PP->new->canonical->pretty->encode($report);
    close $out or die "Cannot write $file: $!.\n";
    return;
}

sub load_run ($file) {
    my $text = bytes_of($file);
    my $run  = eval { JSON::PP->new->decode($text) };
    die "$file is not a report of mehari bench (--save or --json).\n"
        if ref $run ne 'HASH'
        || ($run->{program} // '') ne 'mehari bench';
    my ($cell) = map { @{ $_->{cells} } } @{ $run->{setups} // [] };
    die "$file holds no speeds that could be compared.\n" if !$cell;
    return $run;
}

# One row for each figure that both runs have of a cell.
sub compare ($old, $new) {
    my %before = cells($old);
    my %after  = cells($new);
    my @rows;
    for my $name (grep { $before{$_} } names($new)) {
        push @rows, rows_of($before{$name}, $after{$name});
    }
    return {
        rows  => \@rows,
        notes => [
            differences($old, $new),
            missing(\%before, \%after,  'first',  names($old)),
            missing(\%after,  \%before, 'second', names($new)),
        ],
    };
}

sub name_of ($setup, $cell) {
    my $name = $setup->{name} eq 'url' ? $setup->{title} : $setup->{name};
    return join ' ', $name, $cell->{label},
        engine_label($cell->{engine}) || ();
}

sub names ($run) {
    my @names;
    for my $setup (@{ $run->{setups} }) {
        push @names, map { name_of($setup, $_) } @{ $setup->{cells} };
    }
    return @names;
}

sub cells ($run) {
    my %cell;
    for my $setup (@{ $run->{setups} }) {
        for my $cell (@{ $setup->{cells} }) {
            my $name = name_of($setup, $cell);
            $cell{$name} = { %$cell, name => $name };
        }
    }
    return %cell;
}

# A failure has no speed, as in the table of its own run.
sub rows_of ($before, $after) {
    return () if grep { $_->{state} ne 'measured' } $before, $after;
    return map { row_of($_, $before, $after) } @FIGURES;
}

sub row_of ($figure, $before, $after) {
    my ($field, $title, $format) = @$figure;
    my ($old, $new) = map {
        range(grep { defined } map { $_->{$field} } @{ $_->{rounds} })
    } $before, $after;
    return () if !$old || !$new || !$old->{median};
    return {
        cell    => $after->{name},
        figure  => $title,
        format  => $format,
        before  => $old,
        after   => $new,
        ratio   => $new->{median} / $old->{median},
        verdict => judge($new, $old),
    };
}

# Runs with different options cannot be compared by ratios.
sub differences ($old, $new) {
    my @said;
    for my $what (qw(cpu cores kernel perl)) {
        my ($was, $is) = map { $_->{machine}{$what} // '' } $old, $new;
        push @said, "the runs differ in $what of the machine: $was, $is"
            if $was ne $is;
    }
    push @said, "the load came from $old->{client} and $new->{client}"
        if ($old->{client} // '') ne ($new->{client} // '');
    my %before = map { $_->{name} => $_->{how} } @{ $old->{setups} };
    for my $setup (@{ $new->{setups} }) {
        my $was = $before{ $setup->{name} } // next;
        push @said, "$setup->{name}: $was, then $setup->{how}"
            if $was ne $setup->{how};
    }
    return @said;
}

sub missing ($here, $there, $which, @names) {
    my @said
        = map { "$_: only in the $which run" } grep { !$there->{$_} } @names;
    push @said, map { "$_: $here->{$_}{state} in the $which run" }
        grep { $there->{$_} && $here->{$_}{state} ne 'measured' } @names;
    return @said;
}

sub text ($comparison, @runs) {
    my @lines = ([ 'measured', 'figure', 'before', 'now', 'ratio', '' ]);
    for my $row (@{ $comparison->{rows} }) {
        push @lines,
            [
            @$row{qw(cell figure)},
            shown($row, 'before'),
            shown($row, 'after'),
            number('%.2f', $row->{ratio}),
            $SAYS{ $row->{verdict} },
            ];
    }
    my @width = Mehari::Bench::Table::widths(@lines);
    my $last  = pop @width;
    my $text  = join '', map { heading(@$_) }[ 'before', $runs[0] ],
        [ 'now', $runs[1] ];
    for my $line (@lines) {
        my $says = pop @$line;
        $text .= Mehari::Bench::Table::line($line, @width) =~ s/\n\z//r;
        $text .= "  $says\n"                               =~ s/\s+\n\z/\n/r;
    }
    $text .= "  note: $_\n" for @{ $comparison->{notes} };
    return $text . explanation($comparison);
}

# The median, and the lowest and highest round.
sub shown ($row, $when) {
    my $range = $row->{$when};
    return join ' ', sprintf($row->{format}, $range->{median}),
        sprintf "($row->{format}-$row->{format})", @$range{qw(low high)};
}

sub heading ($name, $run) {
    return sprintf "%-7s %s\n", "$name:", strftime '%Y-%m-%d %H:%M:%S',
        localtime $run->{started};
}

sub explanation ($comparison) {
    return "Nothing was measured in both runs.\n"
        if !@{ $comparison->{rows} };
    return "A difference is called one when the ranges of the rounds do not"
        . " touch,\nwith at least ${\enough_rounds()} rounds each.\n";
}

1;

__END__

=head1 NAME

Mehari::Bench::Compare - two runs of mehari bench

=head1 FUNCTIONS

=over

=item save_run($file, \%report), load_run($file)

A run as JSON. Both die with one sentence.

=item compare(\%old, \%new)

C<rows> (C<cell>, C<figure>, C<before> and C<after> as of
L<Mehari::Bench::Noise>, C<ratio>, C<verdict>) and C<notes>.

=item text(\%comparison, \%old, \%new)

The comparison for a terminal.

=back

=cut
