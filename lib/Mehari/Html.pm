package Mehari::Html;

# Escapes text for elements and attributes of HTML.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(escape_html);

my %ENTITY = (
    '&' => '&amp;',
    '<' => '&lt;',
    '>' => '&gt;',
    '"' => '&quot;',
    "'" => '&#39;',
);

# Bytes stay bytes, and characters stay characters.
sub escape_html ($text) { return $text =~ s/([&<>"'])/$ENTITY{$1}/gr }

1;

__END__

=encoding UTF-8

=head1 NAME

Mehari::Html - text as it is written in HTML

=head1 SYNOPSIS

    use Mehari::Html qw(escape_html);

    print '<p>' . escape_html('a < b') . '</p>';

=cut
