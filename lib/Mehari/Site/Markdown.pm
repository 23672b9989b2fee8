package Mehari::Site::Markdown;

# Markdown to HTML. The renderer is cmark-gfm, which reads what GitHub reads;
# all texts go through one process. This file adds the names of headings.

use Mehari::Perl;
use File::Temp qw(tempfile);

my @RENDERER = qw(cmark-gfm --unsafe --extension table);
my $BETWEEN  = '<!-- the next page -->';

sub render (@texts) {
    my ($out, $file) = tempfile(UNLINK => 1);
    binmode $out, ':encoding(UTF-8)';
    print {$out} join "\n\n$BETWEEN\n\n", @texts;
    close $out or die "Cannot write $file: $!.\n";
    open my $in, '-|:encoding(UTF-8)', @RENDERER, $file
        or die
        "Cannot run $RENDERER[0] (the Debian package cmark-gfm): $!.\n";
    my @html = split /^\Q$BETWEEN\E\n/m, do { local $/; <$in> }, -1;
    close $in or die "$RENDERER[0] failed.\n";
    die "A code block of some page is not closed.\n" if @html != @texts;
    return map { finish($_) } @html;
}

sub finish ($html) {
    my %seen;
    $html =~ s{<h([1-6])>(.*?)</h\1>}
        {"<h$1 id=\"" . name_of($2, \%seen) . "\">$2</h$1>"}ges;
    $html =~ s{<table>(.*?)</table>}
        {'<div class="table">' . table($1) . '</div>'}ges;
    return $html;
}

# A table whose head has no words gets no head. In a table of many columns, each
# cell has the name of its column, because on a narrow page the cells stand
# below each other.
sub table ($html) {
    my @heads = map { s/<[^>]*>//gr } $html =~ m{<th[^>]*>(.*?)</th>}gs;
    $html =~ s{<thead>(?:\s|</?t[rh]>)*</thead>}{};
    return "<table>$html</table>" if @heads < 4;
    my $column = 0;
    $html =~ s{<(tr|td)\b}
        {$1 eq 'tr' ? do { $column = 0; '<tr' }
            : qq(<td data-head="$heads[$column++]")}ge;
    return "<table class=\"many\">$html</table>";
}

# The name that GitHub gives a heading; a second one of that name gets -1.
sub name_of ($html, $seen) {
    my $name = lc $html =~ s/<[^>]*>//gr =~ s/&\w+;//gr;
    $name =~ s/[^\w \-]//g;
    $name =~ tr/ /-/;
    my $times = $seen->{$name}++;
    return $times ? "$name-$times" : $name;
}

1;

__END__

=head1 NAME

Mehari::Site::Markdown - Markdown to HTML

=head1 SYNOPSIS

    my @html = Mehari::Site::Markdown::render(@texts);

=cut
