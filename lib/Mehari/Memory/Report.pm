package Mehari::Memory::Report;

# The output of mehari top --memory.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(processes growth preload);

sub whole ($number) {
    return '-' if !defined $number;
    my $text = sprintf '%.0f', $number;
    1 while $text =~ s/^(-?\d+)(\d{3})/$1 $2/;
    return $text;
}

sub printable ($text) { return $text =~ s/[^\x20-\x7e]/?/gr }

# --- the processes of a server ----------------------------------------------

my @MEMORY = qw(private shared total proportion);

sub processes ($report) {
    my @list   = $report->{processes}->@*;
    my $merged = grep { defined $_->{merged} } @list;
    my @column = (@MEMORY, ('merged') x !!$merged);
    my $text   = sprintf "KB%7s " . '%11s ' x @column . " process\n", 'pid',
        @column;
    for my $one (@list) {
        $text .= sprintf "%9d " . '%11s ' x @column . " %s\n", $one->{pid},
            (map { whole($one->{$_}) } @column), name_of($one);
    }
    return $text . sum($report) . merging($report, $merged);
}

sub name_of ($one) {
    my $name = '  ' x $one->{depth} . $one->{role};
    $name = 'httpd' if $one->{role} eq 'parent';
    $name .= " of pool $one->{pool}"        if $one->{role} eq 'manager';
    $name .= ', the memory of its template' if $one->{role} eq 'run';
    $name .= " $one->{what}"
        if defined $one->{what} && $one->{role} ne 'run';
    return printable($name);
}

sub sum ($report) {
    my $sum     = $report->{sum};
    my $unknown = grep { !defined $_->{total} } $report->{processes}->@*;
    my $count   = $report->{processes}->@* - $unknown;
    my $text
        = sprintf "%d process%s take%s %s KB: %s KB of private memory,"
        . "\nand their part of the shared memory.\n", $count,
        $count == 1 ? ('', 's') : ('es', ''),
        map { whole($_) } $sum->@{qw(proportion private)};
    $text .= "$unknown could not be read: run this as root.\n"
        if $unknown;
    return $text;
}

sub merging ($report, $processes) {
    my $kernel = $report->{kernel};
    return '' if !$processes;
    return "The kernel may merge pages here, but does not:"
        . " /sys/kernel/mm/ksm/run is not 1.\n"
        if !$kernel || !$kernel->{running};
    return
        sprintf "%s KB of that are merged pages. Merging saves %s KB in all"
        . " of the machine.\n",
        map { whole($_) } $report->{sum}{merged}, $kernel->{saved};
}

# --- requests that made them grow ---------------------------------------------

sub growth ($report) {
    my $text = '';
    for my $table ($report->{growth}->@*) {
        my @rows = $table->{rows}->@*;
        my $more = @rows > 20 ? @rows - 20 : 0;
        splice @rows, 20 if $more;
        $text
            .= "\nGrowth of $table->{who} in requests, KB\n"
            . sprintf "%11s %11s %9s  %s\n", 'grown', 'at once', 'requests',
            'for';
        $text .= sprintf "%11s %11s %9s  %s\n",
            (map { whole($_) } $_->@{qw(kb largest requests)}), $_->{what}
            for @rows;
        $text .= "and $more more.\n" if $more;
    }
    return $text;
}

# --- what preloading saves ---------------------------------------------------

sub preload ($report) {
    my @rows = $report->{preload}->@*;
    my $n    = $report->{children};
    my $text
        = sprintf "KB\n%11s %11s %11s %11s %11s %11s  %s\n",
        'parent', 'child', 'served', 'own', "with $n", 'saves',
        'preloaded';
    for my $row (@rows) {
        $text .= sprintf "%11s %11s %11s %11s %11s %11s  %s\n",
            (
            map { whole($_) } $row->{parent}{total},
            $row->{before}{private},
            $row->{after}{total},
            $row->{after}{private},
            $row->{sum},
            $rows[0]{sum} - $row->{sum}
            ),
            $row->{what};
    }
    my $each = "$report->{requests} requests for each script";
    return $text . <<~"TEXT";
        parent: memory of httpd's parent. child: private memory of a new child.
        served: memory of that child after $each;
        own: the private part of it. with $n: one parent and $n such children.
        saves: the difference to the first row.
        TEXT
}

1;

__END__

=head1 NAME

Mehari::Memory::Report - memory as text

=head1 FUNCTIONS

=over

=item processes(\%report), growth(\%report), preload(\%report)

The tables of F<docs/memory.md>, from the data of L<Mehari::Memory::Server>.

=back

=cut
