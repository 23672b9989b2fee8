package Mehari::Top::Screen;

# The screen of mehari top: the decoded JSON of a status page as lines of text.
# The JSON comes from a server, so none of its text goes to the terminal
# unfiltered.

use Mehari::Perl;
use utf8;

use List::Util qw(sum0);

my $WIDTH  = 100;
my $RECENT = 5;     # seconds

sub new ($class, $lines) {
    my $width = $ENV{COLUMNS} // '';
    return bless {
        lines => $lines,
        width => $width =~ /\A\d{2,4}\z/ ? $width : $WIDTH,
    }, $class;
}

sub clear ($self) { return "\e[H\e[2J" }

sub text ($self, $status) {
    my @lines = map { ($self->pool($_), '') } $status->{pools}->@*;
    pop @lines;
    my $text = join '', map { $self->line($_) . "\n" } @lines;
    utf8::encode($text);
    return $text;
}

# Cuts a line to the width of the terminal, and removes characters that move the
# cursor.
sub line ($self, $text) {
    $text =~ s/[^[:print:]]/?/g;
    $text =~ s/\s+\z//;
    return substr $text, 0, $self->{width};
}

sub pool ($self, $pool) {
    my $name = $pool->{embedded} ? 'httpd' : "pool $pool->{name}";
    return "$name: $pool->{problem}" if defined $pool->{problem};
    return (
        "$name: " . figures($pool),
        limits($pool), restored($pool),
        $self->table(scripts($pool)),
        $self->table(processes($pool)),
    );
}

sub figures ($pool) {
    my $counts = $pool->{counts};
    return join ', ',
        "$counts->{requests} requests",
        sprintf('%.1f/s', rate($pool->{history}{requests})),
        "$counts->{errors} errors",
        "$pool->{running} running";
}

sub limits ($pool) {
    my $counts = $pool->{counts};
    my @words;
    push @words, "$pool->{waiting} of $pool->{queue} waiting",
        map { "$counts->{$_} $_" } qw(timeouts refused crashes)
        if !$pool->{embedded};
    push @words,
        "$pool->{workers} of $pool->{workers_max} "
        . ($pool->{embedded} ? 'processes' : 'workers')
        if $pool->{workers};
    return @words ? '  ' . join ', ', @words : ();
}

# The way in which the memory of scripts is restored, and its cost.
sub restored ($pool) {
    my $restore = $pool->{restore} // return;
    my $runs    = $restore->{runs} or return "  restored by $restore->{way}";
    return sprintf '  restored by %s: %.0f pages, %.1f faults, %.0f us a run',
        $restore->{way}, $restore->{pages} / $runs,
        $restore->{faults} / $runs,
        $restore->{time} / $runs * 1e6;
}

sub rate ($seconds) {
    my @last = @$seconds;
    splice @last, 0, -$RECENT if @last > $RECENT;
    return sum0(@last) / $RECENT;
}

sub scripts ($pool) {
    my @rows = map {
        [
            $_->{mode}, $_->{runs}, $_->{errors},
            map({ duration($_) } @$_{qw(median p99 compile)}),
            $_->{script},
        ]
    } $pool->{scripts}->@*;
    return [qw(MODE RUNS ERRORS MEDIAN P99 COMPILE SCRIPT)], @rows;
}

# Busy processes first, then those with most memory.
sub processes ($pool) {
    my @sorted = sort {
               ($b->{state} eq 'busy') <=> ($a->{state} eq 'busy')
            || ($b->{total} // 0) <=> ($a->{total} // 0)
    } $pool->{processes}->@*;
    my @rows = map {
        [
            $_->{pid},
            $_->{kind},
            $_->{state},
            $_->{requests} // '–',
            duration($_->{since}),
            map({ size($_) } @$_{qw(private shared total)}),
            $_->{request} // $_->{script} // '',
        ]
    } @sorted;
    return [qw(PID KIND STATE REQUESTS SINCE PRIVATE SHARED TOTAL REQUEST)],
        @rows;
}

# Columns as wide as they need to be; the last one is text.
sub table ($self, $heads, @rows) {
    return () if !@rows;
    my $more = @rows - $self->{lines};
    splice @rows, $self->{lines} if $more > 0;
    my @all   = ($heads, @rows);
    my @width = map {
        my $column = $_;
        (sort { $b <=> $a } map { length $_->[$column] } @all)[0];
    } 0 .. $#$heads - 1;
    my $format = join '  ', map({ "%-${_}s" } @width), '%s';
    return (
        '',
        map({ '  ' . sprintf $format, @$_ } @all),
        $more > 0 ? "  and $more more" : ()
    );
}

sub duration ($seconds) {
    return '–' if !defined $seconds;
    return sprintf '%.1f ms',  $seconds * 1000 if $seconds < .1;
    return sprintf '%.0f ms',  $seconds * 1000 if $seconds < 1;
    return sprintf '%.1f s',   $seconds        if $seconds < 120;
    return sprintf '%.0f min', $seconds / 60   if $seconds < 7200;
    return sprintf '%.0f h',   $seconds / 3600;
}

sub size ($bytes) {
    return '–' if !defined $bytes;
    return sprintf '%.1f MB', $bytes / 1024 / 1024;
}

1;

__END__

=head1 NAME

Mehari::Top::Screen - the lines of mehari top

=head1 SYNOPSIS

    print Mehari::Top::Screen->new(15)->text($status);

=cut
