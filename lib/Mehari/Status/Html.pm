package Mehari::Status::Html;

# The parts of the pages of Apache2::Status. Text is escaped here and nowhere
# else, because names and values may come from anywhere.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Html ();

our @EXPORT_OK = qw(escape_html href list preformatted table where);

# The page is bytes.
sub escape_html {
    my $text = Mehari::Html::escape_html($_[0]);
    utf8::encode($text) if utf8::is_utf8($text);
    return $text;
}

# The address that the pages are below.
sub where ($r) { return escape_html($r->location // $r->uri) }

# A link to a page: the part after the address, and the text.
sub href ($r, $page, $words) {
    return sprintf '<a href="%s%s">%s</a>', where($r), escape_html($page),
        escape_html($words);
}

# A reference in a cell is HTML already.
sub cell ($value) {
    return ref $value eq 'SCALAR' ? $$value : escape_html($value // '');
}

sub table ($head, @rows) {
    my $text = '<table><tr>';
    $text .= '<th>' . escape_html($_) . '</th>' for @$head;
    $text .= "</tr>\n";
    for my $row (@rows) {
        $text .= '<tr>' . join('', map { '<td>' . cell($_) . '</td>' } @$row);
        $text .= "</tr>\n";
    }
    return "$text</table>";
}

sub list (@items) {
    return join '', '<ul>', (map { '<li>' . cell($_) . '</li>' } @items),
        '</ul>';
}

sub preformatted ($text) { return '<pre>' . escape_html($text) . '</pre>' }

1;

__END__

=head1 NAME

Mehari::Status::Html - HTML of the pages of Apache2::Status

=cut
