package Mehari::Site::Pod;

# POD to HTML, with links among the pages of the site.

use Mehari::Perl;
use parent 'Pod::Simple::XHTML';

my $OTHERS = 'https://metacpan.org/pod/';
my $MANUAL = 'https://manpages.debian.org/bookworm/';

# $links: a sub that turns the name of a page of POD into its file, or undef.
sub render ($class, $text, $links) {
    my $html;
    my $self = $class->new;
    $self->{mehari_links} = $links;
    $self->html_header('');
    $self->html_footer('');
    $self->anchor_items(1);
    $self->output_string(\$html);
    $self->parse_characters(1);
    $self->no_errata_section(1);
    $self->strip_verbatim_indent(\&indent_of);
    $self->parse_string_document($text);
    return below_title(name_all($html));
}

# The indent that all lines of a piece of code share.
sub indent_of ($lines) {
    my ($least) = sort { length $a <=> length $b } map { /^(\s*)\S/ } @$lines;
    return $least;
}

# The page's title is the module's name. Drops the heading NAME, and moves other
# headings one level down.
sub below_title ($html) {
    $html
        =~ s{<h1[^>]*>NAME</h1>\s*<p>(.*?)(?:\s+(?:-|&#x2013;)\s+(.*?))?</p>}
        {"<h0>$1</h0>" . (defined $2 ? "\n<p>\u$2.</p>" : '')}es;
    $html =~ s{<(/?)h([0-5])\b}{"<$1h" . ($2 + 1)}ge;
    return $html;
}

# A heading may name several methods. Each becomes a place for links.
sub name_all ($html) {
    my %taken = map { $_ => 1 } $html =~ /\bid="([^"]*)"/g;
    $html =~ s{(<(?:h[2-4]|dt) id="[^"]*">)(.*?)(?=</(?:h[2-4]|dt)>)}
        {$1 . join('', map { qq(<a id="$_"></a>) }
            grep { !$taken{$_}++ } names($2)) . $2}ges;
    return $html;
}

sub names ($text) {
    return map { /(\w+)(?:\(.*)?\z/ } split /, /, $text =~ s/<[^>]*>//gr;
}

sub resolve_pod_page_link ($self, $to, $section = undef) {
    my $hash = defined $section ? '#' . $self->idify("$section", 1) : '';
    return $hash if !defined $to;
    my $file = $self->{mehari_links}->("$to");
    return defined $file ? "$file$hash" : "$OTHERS$to";
}

sub resolve_man_page_link ($self, $to, $section = undef) {
    my ($name) = "$to" =~ /\A([^(]*)/;
    return $self->{mehari_links}->($name) // "$MANUAL$name";
}

1;

__END__

=head1 NAME

Mehari::Site::Pod - POD to HTML, with links among the pages of the site

=head1 SYNOPSIS

    my $html = Mehari::Site::Pod->render($text, sub ($name) { ... });

=cut
