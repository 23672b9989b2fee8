package Mehari::Serve::Readme;

# A folder's README.md: its title, and its first sentence.

use Mehari::Perl;

use Mehari::Serve::Site;

my $MAX_LINES = 40;

# undef if there is no README.md with a title.
sub of ($class, $dir) {
    my @lines = Mehari::Serve::Site::head("$dir/README.md", $MAX_LINES);
    my $text  = join '', @lines;
    my ($title, $rest) = $text =~ /\A\s*#\s+([^\n]+?)\s*\n(.*)\z/s
        or return undef;
    return bless {
        title => plain($title),
        says  => plain(first_sentence($rest)),
    }, $class;
}

sub title ($self) { return $self->{title} }
sub says  ($self) { return $self->{says} }

# Headings and code are no sentences.
sub first_sentence ($text) {
    for my $paragraph (split /\n\s*\n/, $text) {
        next if $paragraph !~ /\S/ || $paragraph =~ /\A\n*(?:#|```|    |\|)/;
        my $line = $paragraph =~ s/\s+/ /gr;
        return $line =~ /\A\s*(.*?[.!?])(?:\s|\z)/ ? $1 : $line;
    }
    return '';
}

# Without the marks of Markdown.
sub plain ($text) {
    $text =~ s/!?\[([^\]]*)\]\([^)]*\)/$1/g;
    $text =~ s/[`*]//g;
    $text =~ s/:\z//;
    return $text;
}

1;

__END__

=head1 NAME

Mehari::Serve::Readme - title and first sentence of a README.md

=head1 SYNOPSIS

    my $readme = Mehari::Serve::Readme->of('examples/guestbook');
    say $readme->title, ': ', $readme->says if $readme;

=cut
