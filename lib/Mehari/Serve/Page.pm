package Mehari::Serve::Page;

# The common part of the pages of "mehari serve": escaping, and a frame that
# needs no other file.

use Mehari::Perl;

use Exporter qw(import);

use Mehari::File qw(bytes_if_readable);
use Mehari::Html qw(escape_html);

our @EXPORT_OK = qw(escape url_path document);

# Takes and returns bytes. The pages are declared as UTF-8, because file names
# and sources nearly always are UTF-8. Control characters are shown, not sent.
sub escape ($text) {
    $text =~ s/([\x00-\x08\x0b-\x1f\x7f])/sprintf '\\x%02x', ord $1/ge;
    return escape_html($text);
}

# A path as it is written in a link. A character that is left alone here needs
# no further escape() in HTML.
sub url_path ($path) {
    return $path =~ s{([^A-Za-z0-9\-._~/:])}{sprintf '%%%02X', ord $1}ger;
}

# more: script, of the page itself.
sub document ($title, $body, %more) {
    $more{script} //= '';
    my $css = css();
    return <<~"HTML";
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>${\escape($title)}</title>
    <style>
    $css</style>
    </head>
    <body>
    <main>
    $body</main>
    $more{script}</body>
    </html>
    HTML
}

# Read once, from a file beside this one, because a style sheet is easier to
# edit as a file.
my $css;

sub css () {
    return $css //= bytes_if_readable(__FILE__ =~ s/\.pm\z/.css/r) // '';
}

1;

__END__

=head1 NAME

Mehari::Serve::Page - the frame of the pages of mehari serve

=head1 SYNOPSIS

    use Mehari::Serve::Page qw(escape url_path document);

    print document('Title', '<p>' . escape($name) . '</p>');

=cut
