package Mehari::Bench::Page;

# The report as one HTML file that loads no other file.

use Mehari::Perl;
use utf8;
use Exporter qw(import);

use Mehari::Bench::Chart qw(bars curves escape);
use Mehari::Bench::Hits  qw(hit_lines);
use Mehari::Bench::Mode  qw(engine_label);
use Mehari::Bench::Style qw(style);
use Mehari::Bench::Table qw(
    columns cell_values comparisons restorings number whole
);

our @EXPORT_OK = qw(page);

# The columns' meanings: shown when the pointer rests on a heading, and below
# all tables.
my @MEANING = (
    'requests per second, median of the rounds',
    'spread: highest minus lowest round, in percent of the median',
    'mean milliseconds a client waits for a page',
    'median milliseconds that one client alone waits',
    '99 % of its requests waited no longer',
    'processor time of the server per request, in microseconds',
    'spread of that',
    'server processor time above that of the C handler',
    'requests per second in relation to mod_cgi',
    'requests per second in relation to the C handler',
    'requests per second in relation to mod_perl in the same mode',
    'programs executed per request',
    'requests that failed',
);

sub page ($report) {
    my $date = localtime $report->{started};
    return
          "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        . qq(<meta charset="utf-8">\n<title>mehari bench</title>\n)
        . '<meta name="viewport"'
        . qq( content="width=device-width, initial-scale=1">\n)
        . '<style>'
        . style()
        . "</style>\n</head>\n<body>\n"
        . "<header>\n<h1>mehari <span>bench</span></h1>\n" . '<p>'
        . machine_text($report->{machine}) . '<br>'
        . escape($date)
        . "</p>\n</header>\n<main>\n"
        . remarks($report)
        . join('', map { setup_section($_) } @{ $report->{setups} })
        . memory_section($report->{memory})
        . pool_section($report->{pool})
        . soak_section($report->{soak})
        . meaning_section($report)
        . "</main>\n</body>\n</html>\n";
}

sub machine_text ($machine) {
    return escape(
        sprintf '%s, %d cores, Linux %s, perl %s, load %.2f at the start',
        @$machine{qw(cpu cores kernel perl load)});
}

sub remarks ($report) {
    my $html = '';
    for my $text (@{ $report->{warnings} }) {
        $html
            .= '<p class="warning"><b>Noisy</b> ' . escape($text) . "</p>\n";
    }
    for my $text (@{ $report->{left_out} }) {
        $html
            .= '<p class="remark"><b>Left out</b> '
            . escape($text)
            . "</p>\n";
    }
    return $html;
}

# --- speed --------------------------------------------------------------------

sub setup_section ($setup) {
    my $cells = $setup->{cells};
    return
          qq(<section id="$setup->{name}">\n<h2>)
        . escape($setup->{name})
        . '</h2><p class="lead">'
        . escape($setup->{title})
        . '<br><small>'
        . escape($setup->{how})
        . "</small></p>\n"
        . legend($cells)
        . qq(<div class="charts">\n)
        . figure('Requests per second', 'more is better', speed_chart($cells))
        . figure(
        'Server processor time per request',
        'less is better',
        cpu_chart($cells)
        )
        . "</div>\n"
        . wide("All figures of $setup->{name}", table_html($cells))
        . comparisons_html($cells)
        . "</section>\n";
}

sub comparisons_html ($cells) {
    return join '',
        map { '<p class="remark">' . escape($_) . "</p>\n" }
        comparisons($cells), restorings($cells), hit_lines($cells);
}

sub legend ($cells) {
    my %seen;
    my @classes = grep { !$seen{$_}++ } map { class_of($_) } @$cells;
    my %text    = (
        mehari   => 'mehari',
        mod_perl => 'mod_perl',
        cgi      => 'mod_cgi',
        floor    => 'C handler, the floor',
        static   => 'static file',
        peer     => 'other ways',
        alone    => 'without httpd',
        url      => 'URL',
    );
    return
          '<p class="legend">'
        . join('', map { qq(<i class="$_"></i>$text{$_} ) } @classes)
        . "</p>\n";
}

sub class_of ($cell) {
    return $cell->{kind};
}

sub figure ($title, $how, $svg) {
    return
          "<figure>\n<figcaption>$title <small>$how</small></figcaption>\n"
        . wide($title, $svg)
        . "</figure>\n";
}

# A part that scrolls by itself in a narrow window, also by keyboard.
sub wide ($name, $html) {
    return
          qq(<div class="wide" role="region" tabindex="0" aria-label=")
        . escape($name)
        . qq(">\n$html</div>\n);
}

sub chart_row ($cell) {
    my $note
        = defined $cell->{refused}   ? 'another page: refused'
        : $cell->{state} eq 'failed' ? "$cell->{failed} requests failed"
        :                              'not measured';
    return (
        label =>
            join(' ', $cell->{label}, engine_label($cell->{engine}) || ()),
        class => class_of($cell),
        note  => $note,
    );
}

sub speed_chart ($cells) {
    my @rows = map {
        {
            chart_row($_),
                value => $_->{rps},
                text  => whole($_->{rps}),
                low   => $_->{rps_low},
                high  => $_->{rps_high},
        }
    } @$cells;
    return bars('Requests per second',
        highest(map { $_->{rps_high} } @$cells), @rows);
}

# mod_cgi needs a hundred times as much as the others. Its bar is cut, because
# the others would be invisible beside it.
sub cpu_chart ($cells) {
    my @others
        = grep { $_->{kind} ne 'cgi' && $_->{kind} ne 'floor' } @$cells;
    @others = @$cells if !@others;
    my @rows = map {
        {
            chart_row($_),
                value => $_->{cpu_us},
                text  => number('%.1f µs', $_->{cpu_us}),
        }
    } @$cells;
    return bars('Server processor time per request',
        highest(map { $_->{cpu_us} } @others), @rows);
}

sub highest (@numbers) {
    my $highest = 0;
    for my $number (grep { defined } @numbers) {
        $highest = $number if $number > $highest;
    }
    return $highest;
}

# The headings of the columns of figures, as the page writes them.
sub heads () {
    return map { s/\+-%/±%/r =~ s/ us\z/ µs/r } columns();
}

sub table_html ($cells) {
    my @heads = heads();
    my $html  = qq(<table>\n<thead><tr><th scope="col">mode</th>)
        . '<th scope="col">server</th>';
    for my $n (0 .. $#heads) {
        $html
            .= qq(<th scope="col" title="$MEANING[$n]">)
            . $heads[$n] . '</th>';
    }
    return
          "$html</tr></thead>\n<tbody>\n"
        . join('', map { table_row($_) } @$cells)
        . "</tbody></table>\n";
}

sub table_row ($cell) {
    my $bad = $cell->{state} eq 'measured' ? '' : ' class="bad"';
    my $html
        = qq(<tr$bad><th scope="row">)
        . escape($cell->{label})
        . '</th><td>'
        . (engine_label($cell->{engine}) // '') . '</td>'
        . join('', map { "<td>$_</td>" } cell_values($cell))
        . "</tr>\n";
    return $html if !defined $cell->{refused};
    return
          $html
        . '<tr class="bad"><td colspan="15">refused: '
        . escape($cell->{refused})
        . "</td></tr>\n";
}

sub meaning_section ($report) {
    return '' if !@{ $report->{setups} };
    my @heads = heads();
    return "<section>\n<h2>The columns of the tables</h2>\n<dl>\n"
        . join('',
        map { "<dt>$heads[$_]</dt><dd>$MEANING[$_]</dd>\n" } 0 .. $#heads)
        . "</dl>\n</section>\n";
}

# --- memory ------------------------------------------------------------------

sub memory_section ($memory) {
    return '' if !$memory;
    my @rows = map {
        {
            label => engine_label($_->{engine}),
            class => $_->{engine},
            value => $_->{private_kib},
            text  => sprintf('%.2f MiB', $_->{private_kib} / 1024),
            low   => $_->{low_kib},
            high  => $_->{high_kib},
        }
    } @$memory;
    return "<section>\n<h2>memory</h2><p class=\"lead\">"
        . escape("private memory of each child after"
            . " $memory->[0]{requests} Registry requests to ten scripts")
        . "</p>\n"
        . figure(
        'Private memory per child',
        'less is better',
        bars(
            'Private memory per child',
            highest(map { $_->{high} } @rows),
            @rows
        )
        ) . "</section>\n";
}

sub pool_section ($pool) {
    return '' if !$pool;
    my @rows = map {
        my $row = $_;
        map {
            {
                label => "$row->{setup}, $_",
                class => 'mehari',
                value => $row->{"${_}_private_kib"},
                text  => whole($row->{"${_}_private_kib"}) . ' KiB',
            }
        } qw(child zygote base manager);
    } @$pool;
    return
          "<section>\n<h2>pool</h2><p class=\"lead\">"
        . "private memory of a pool's processes</p>\n"
        . figure(
        'Private memory of one process',
        'less is better',
        bars(
            'Private memory of one process',
            highest(map { $_->{value} } @rows),
            @rows
        )
        ) . "</section>\n";
}

sub soak_section ($soak) {
    return '' if !$soak;
    my @curves = map {
        {
            label  => engine_label($_->{engine}),
            class  => $_->{engine},
            points => [
                map { [ $_->{requests}, $_->{private_kib} ] }
                    @{ $_->{samples} }
            ],
        }
    } @$soak;
    my $legend = join '',
        map { qq(<i class="$_->{class}"></i>$_->{label} ) } @curves;
    return
          "<section>\n<h2>soak</h2><p class=\"lead\">one Registry script,"
        . " memory of all children</p>\n<p class=\"legend\">$legend</p>\n"
        . figure(
        'Private memory',
        'flat is good',
        curves(
            'Private memory',
            whole($soak->[0]{requests}) . ' requests', @curves
        )
        ) . "</section>\n";
}

1;

__END__

=head1 NAME

Mehari::Bench::Page - the report of mehari bench as HTML

=head1 FUNCTIONS

=over

=item page(\%report)

One HTML document without outside assets.

=back

=cut
