package Mehari::Migrate::Lines;

# The text of one configuration file as httpd reads it: logical lines, made of
# one or more physical ones, each with the place of every word in the original
# bytes, so that a change can leave all the others alone.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(parse words);

# A logical line: first and last physical line (from 0), raw bytes, and
#   kind => 'blank' | 'directive' | 'open' | 'close' | 'raw'
#   name => lower case name, args => [ { text, from, to } ]
# "raw" is what httpd does not read as configuration: Perl and POD.
sub parse ($text) {
    my @physical = split /(?<=\n)/, $text;
    my (@lines, $until);
    for (my $at = 0; $at < @physical;) {
        my $line = logical(\@physical, $at);
        $at = $line->{last} + 1;
        if (defined $until) {
            my $ends = $line->{text} =~ $until;
            @$line{qw(kind name)} = ('raw', '');
            push @lines, $line;
            undef $until if $ends;
            next;
        }
        understand($line);
        push @lines, $line;
        $until = end_of_foreign($line);
    }
    return @lines;
}

# Lines up to one that matches the result are not configuration. mod_perl reads
# POD and __END__ in configuration files.
sub end_of_foreign ($line) {
    return qr{^\s*</perl\s*>}i
        if $line->{kind} eq 'open'
        && $line->{name} eq 'perl';
    return qr{^=cut\b} if $line->{text} =~ /^=\w/;
    return qr{(?!)}    if $line->{text} =~ /^__END__\s*$/;
    return undef;
}

# Joins continued lines. httpd removes the backslash and the end of the line,
# also in a comment, even if two backslashes stand there.
sub logical ($physical, $first) {
    my ($text, $raw, @segments, $last) = ('', '');
    for my $at ($first .. $#$physical) {
        $last = $at;
        my $part = $physical->[$at];
        push @segments, [ length $text, length $raw ];
        $raw .= $part;
        my $content = $part    =~ s/\r?\n\z//r;
        my $more    = $content =~ s/\\\z//;
        $text .= $content;
        last if !$more;
    }
    return {
        first    => $first,
        last     => $last,
        raw      => $raw,
        text     => $text,
        segments => \@segments,
        args     => [],
    };
}

sub understand ($line) {
    my $text   = $line->{text};
    my ($lead) = $text =~ /^(\s*)/;
    my $rest   = substr $text, length $lead;
    @$line{qw(kind name indent)} = ('blank', '', $lead);
    return if $rest eq '' || $rest =~ /^#/;
    if ($rest =~ m{^</\s*([^\s>]+)}) {
        @$line{qw(kind name)} = ('close', lc $1);
    }
    elsif ($rest =~ /^<\s*([^\s>]+)\s*(.*)\z/s) {
        my ($name, $tail) = ($1, $2);
        $tail =~ s/>\s*\z//;
        @$line{qw(kind name tail)} = ('open', lc $name, $tail);
        $line->{args} = [ words($tail, 0) ];
    }
    else {
        my ($first, @args) = words($text, 0);
        @$line{qw(kind name)} = ('directive', lc $first->{text});
        $line->{word}         = place($line, $first);
        $line->{args}         = [ map { place($line, $_) } @args ];
    }
    return;
}

# Words as httpd splits them: in quotes, only the quote and the backslash can be
# escaped; outside, nothing can.
sub words ($text, $from) {
    my @words;
    pos($text) = $from;
    while ($text =~ /\G\s*(?=\S)/gc) {
        my $start = pos $text;
        my $word;
        if ($text =~ /\G(["'])((?:(?!\1)[^\\]|\\.)*)(?:\1|\z)/gcs) {
            my ($quote, $inner) = ($1, $2);
            $word = $inner =~ s/\\([\\$quote])/$1/gr;
        }
        else {
            $text =~ /\G(\S+)/gc;
            $word = $1;
        }
        push @words, { text => $word, from => $start, to => pos $text };
    }
    return @words;
}

# From places in the joined text to places in the raw bytes.
sub place ($line, $word) {
    my ($from, $last)
        = map { raw_offset($line, $_) } ($word->{from}, $word->{to} - 1);
    return { text => $word->{text}, from => $from, to => $last + 1 };
}

sub raw_offset ($line, $offset) {
    my $segment;
    for my $candidate (@{ $line->{segments} }) {
        last if $candidate->[0] > $offset;
        $segment = $candidate;
    }
    return $segment->[1] + $offset - $segment->[0];
}

1;

__END__

=head1 NAME

Mehari::Migrate::Lines - the lines of an httpd configuration file

=head1 FUNCTIONS

=over

=item parse($text)

The logical lines of the text.

=item words($text, $from)

The words of a line, with their places.

=back

=cut
