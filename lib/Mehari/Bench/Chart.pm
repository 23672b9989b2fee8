package Mehari::Bench::Chart;

# Charts as inline SVG. Colours come from the page's style sheet, which has a
# light and a dark variant.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Html qw(escape_html);

our @EXPORT_OK = qw(bars curves escape);

# Measures of a bar chart, in SVG's own units.
my $WIDTH  = 560;
my $LABEL  = 150;
my $VALUE  = 96;
my $ROW    = 30;
my $HEIGHT = 18;
my $PLOT   = $WIDTH - $LABEL - $VALUE;

# The path of a script comes as bytes; the page is written as characters.
sub escape ($text) {
    utf8::decode($text);
    return escape_html($text);
}

# Horizontal bars. A row: label, class, value, text; low and high for a whisker;
# note instead of a value. A value above $limit is drawn cut off.
sub bars ($title, $limit, @rows) {
    my $height = $ROW * @rows + 6;
    my $svg
        = qq(<svg viewBox="0 0 $WIDTH $height" role="img")
        . ' aria-label="'
        . escape($title)
        . qq(">\n);
    for my $part (0 .. 4) {
        my $x      = sprintf '%.1f', $LABEL + $PLOT * $part / 4;
        my $bottom = $height - 4;
        $svg
            .= qq(<line class="grid" x1="$x" x2="$x" y1="2" y2="$bottom"/>\n);
    }
    my $y = 4;
    for my $row (@rows) {
        $svg .= bar($row, $limit || 1, $y);
        $y += $ROW;
    }
    return "$svg</svg>\n";
}

sub bar ($row, $limit, $y) {
    my $text_y = $y + $HEIGHT - 4;
    my $label  = text_at($LABEL - 10, $text_y, 'label', $row->{label});
    if (!defined $row->{value}) {
        return $label
            . text_at($LABEL + 6, $text_y, 'note', $row->{note} // '');
    }
    my $share = $row->{value} / $limit;
    my $cut   = $share > 1;
    my $width = $PLOT * ($cut ? 1 : $share);
    $width = 1.5 if $width < 1.5;
    my $svg = $label . sprintf
        qq(<rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="3"/>\n),
        $row->{class}, $LABEL, $y, $width, $HEIGHT;
    $svg .= cut_mark($y)              if $cut;
    $svg .= whisker($row, $limit, $y) if !$cut && defined $row->{low};
    my $end  = $LABEL + $width;
    my $high = ($row->{high} // 0) / $limit * $PLOT + $LABEL;
    $end = $high if !$cut && $high > $end;
    return $svg . text_at($end + 7, $text_y, 'value', $row->{text});
}

sub text_at ($x, $y, $class, $text) {
    return sprintf qq(<text class="%s" x="%.1f" y="%d">%s</text>\n), $class,
        $x, $y, escape($text);
}

# Two slanted strokes: this bar is longer than the chart.
sub cut_mark ($y) {
    my $x      = $LABEL + $PLOT - 30;
    my $top    = $y - 2;
    my $bottom = $y + $HEIGHT + 2;
    return qq(<path class="cut" d="M$x ${bottom}l8 -@{[ $bottom - $top ]})
        . qq(m7 0l-8 @{[ $bottom - $top ]}"/>\n);
}

sub whisker ($row, $limit, $y) {
    my ($low, $high)
        = map { sprintf '%.1f', $LABEL + $PLOT * $row->{$_} / $limit }
        qw(low high);
    return '' if $high - $low < 2;
    my $middle = $y + $HEIGHT / 2;
    my ($top, $bottom) = ($middle - 4, $middle + 4);
    return qq(<path class="whisker" d="M$low ${top}V${bottom})
        . qq(M$low ${middle}H${high}M$high ${top}V${bottom}"/>\n);
}

# Lines over a common axis. A curve: class, points ([x, y], ...). y starts at 0,
# so that a small growth does not look like a big one.
sub curves ($title, $x_text, @curves) {
    my @points = map { @{ $_->{points} } } @curves;
    my ($x_max, $y_max) = (1, 1);
    for my $point (@points) {
        $x_max = $point->[0] if $point->[0] > $x_max;
        $y_max = $point->[1] if $point->[1] > $y_max;
    }
    $y_max *= 1.15;
    my $svg
        = qq(<svg viewBox="0 0 $WIDTH 240" role="img")
        . ' aria-label="'
        . escape($title)
        . qq(">\n);
    for my $part (0 .. 4) {
        my $y = 200 - 180 * $part / 4;
        $svg .= qq(<line class="grid" x1="70" x2="550" y1="$y" y2="$y"/>\n);
        $svg .= text_at(
            62, $y + 4, 'label',
            sprintf '%.1f MiB',
            $y_max * $part / 4 / 1024
        );
    }
    for my $curve (@curves) {
        my $path = join ' ', map {
            sprintf '%.1f,%.1f', 70 + 480 * $_->[0] / $x_max,
                200 - 180 * $_->[1] / $y_max
        } @{ $curve->{points} };
        $svg
            .= qq(<polyline class="curve $curve->{class}" points="$path"/>\n);
    }
    return $svg . text_at(550, 224, 'label', $x_text) . "</svg>\n";
}

1;

__END__

=head1 NAME

Mehari::Bench::Chart - charts as inline SVG

=head1 FUNCTIONS

=over

=item bars($title, $limit, \%row, ...)

Horizontal bars; C<$limit> is the value at the right edge.

=item curves($title, $x_text, \%curve, ...)

Lines over a common axis; values are KiB.

=item escape($text)

Escapes a text for HTML and SVG.

=back

=cut
