package Mehari::Serve::Editor;

# A file and a line as an address that the developer's editor opens.

use Mehari::Perl;

use Mehari::Serve::Page qw(url_path);

# URLs that editors have registered for themselves.
my %TEMPLATE = (
    cursor   => 'cursor://file%f:%l',
    idea     => 'idea://open?file=%f&line=%l',
    sublime  => 'subl://open?url=file://%f&line=%l',
    vscode   => 'vscode://file%f:%l',
    vscodium => 'vscodium://file%f:%l',
    zed      => 'zed://file%f:%l',
);

# Addresses that a browser would run, or show by itself.
my %REFUSED
    = map { $_ => 1 } qw(javascript data vbscript blob about http https ftp);

# The template for the name of an editor, or for a text that is a template
# itself. Dies with one sentence.
sub template ($class, $text) {
    my $template = $TEMPLATE{$text} // $text;
    my ($scheme) = $template =~ /\A([A-Za-z][A-Za-z0-9.+-]*):[^\s"'<>]*%f/
        or die "$text is neither one of "
        . join(', ', sort keys %TEMPLATE)
        . " nor an"
        . " address with %f for the file and %l for the line\n";
    die "an editor has no address that begins with $scheme:\n"
        if $REFUSED{ lc $scheme };
    return $template;
}

# $file is absolute.
sub link_to ($class, $template, $file, $line) {
    my %stands = (f => url_path($file), l => $line, '%' => '%');
    return $template =~ s{%([fl%])}{$stands{$1}}gr;
}

1;

__END__

=head1 NAME

Mehari::Serve::Editor - a file and a line, in the developer's editor

=head1 SYNOPSIS

    my $template = Mehari::Serve::Editor->template('vscode');
    say Mehari::Serve::Editor->link_to($template, '/srv/form.pl', 12);

=cut
