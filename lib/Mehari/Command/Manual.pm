package Mehari::Command::Manual;

# The manual page of a command, as POD at the end of its file: pod2man makes the
# page of it, and "mehari help" shows parts of the same text.

use Mehari::Perl;
use parent 'Pod::Text';

use Mehari::File qw(bytes_of);

my $WIDTH = 80;

# The command's purpose, in half a line.
sub summary ($class, $file) {
    my ($summary) = section($file, 'NAME') =~ /\A\s*[\w-]+ - (.*?)\s*\z/s
        or die "$file has no NAME\n";
    return $summary;
}

# The command's synopsis, its purpose, and its options.
sub help ($class, $file) {
    my ($first) = section($file, 'DESCRIPTION') =~ /\A\s*(.*?\n)\n/s;
    return join "\n", section($file, 'SYNOPSIS') =~ s/\A\n+|(?<=\n)\n+\z//gr,
        map { $class->text($_) =~ s/\A\n+|(?<=\n)\n+\z//gr }
        grep { defined } $first, section($file, 'OPTIONS');
}

# The POD of a section, without its heading; the empty string when there is
# none.
sub section ($file, $name) {
    my ($text)
        = bytes_of($file) =~ /^=head1 \Q$name\E\n(.*?)^=(?:head1|cut)\b/ms;
    return $text // '';
}

# Options stand without empty lines between them.
sub text ($class, $pod) {
    my $parser = $class->new(indent => 2, width => $WIDTH, quotes => 'none');
    $parser->output_string(\my $text);
    $parser->parse_string_document("=pod\n\n$pod\n\n=cut\n");
    return $text =~ s/\n\n(?=  -)/\n/gr;
}

# Pod::Text puts stars around these.
sub cmd_i ($self, $attributes, $text) { return $text }
sub cmd_f ($self, $attributes, $text) { return $text }

1;

__END__

=head1 NAME

Mehari::Command::Manual - the manual page of a command, and its help

=head1 SYNOPSIS

    say Mehari::Command::Manual->summary('lib/Mehari/Command/Serve.pm');
    print Mehari::Command::Manual->help('lib/Mehari/Command/Serve.pm');

=head1 DESCRIPTION

The page is POD with the sections NAME (C<mehari-serve - ...>), SYNOPSIS
(verbatim), DESCRIPTION, and OPTIONS with an item for each option.

=head1 METHODS

=over

=item summary($file)

The command's purpose, as its NAME has it.

=item help($file)

SYNOPSIS, the first paragraph of DESCRIPTION, and OPTIONS, for a terminal.

=back

=cut
