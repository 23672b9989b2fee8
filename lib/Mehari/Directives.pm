package Mehari::Directives;

# docs/directives.md, taken apart: sections, and in them entries, each of one or
# more directives. Its form is strict, because one source makes the page of all
# directives, a page for each, and a test against the tables in C.

use Mehari::Perl;

my @ROWS    = qw(Syntax Default Context mod_perl);
my %IS_ROW  = map { $_ => 1 } @ROWS;
my $DIVIDER = qr/^\|(?: |-)[-| ]*\|\n/m;

# { text, sections => [ { title, text, entries => [ ... ] } ] }; an entry is
# { heading, names => [...], rows => { Syntax => ... }, text }.
sub parse ($source) {
    my @parts = split /^## (.*)\n/m, $source;
    my %book  = (text => shift @parts, sections => []);
    while (my ($title, $text) = splice @parts, 0, 2) {
        push $book{sections}->@*, section($title, $text);
    }
    return \%book;
}

sub section ($title, $source) {
    my @parts   = split /^### (.*)\n/m, $source;
    my %section = (title => $title, text => shift @parts, entries => []);
    while (my ($heading, $text) = splice @parts, 0, 2) {
        push $section{entries}->@*, entry($heading, $text);
    }
    return \%section;
}

sub entry ($heading, $source) {
    my ($table, $text) = $source =~ /\A\s*((?:\|[^\n]*\n)*)(.*)\z/s;
    return {
        heading => $heading,
        names   => [ split /, /, plain($heading) ],
        rows    => rows($heading, $table),
        text    => $text,
    };
}

sub rows ($heading, $table) {
    die "$heading: the table of a directive comes first.\n" if !$table;
    my %row;
    for my $line (split /\n/, $table =~ s/$DIVIDER//gr) {
        my ($name, $value) = $line =~ /^\| (\w+) \| (.*) \|\z/
            or die "$heading: $line is no row of two cells.\n";
        die "$heading: there is no row $name; the rows are @ROWS.\n"
            if !$IS_ROW{$name} || $row{$name};
        $row{$name} = $value;
    }
    defined $row{$_} || die "$heading: the row $_ is missing.\n" for @ROWS;
    return \%row;
}

# Text of Markdown, as it is written in a configuration.
sub plain ($text) {
    return $text =~ s/&lt;/</gr =~ s/&gt;/>/gr =~ s/\\(?=\W|_)//gr;
}

# Each entry with its section.
sub entries ($book) {
    return map {
        my $section = $_;
        map {
            { %$_, section => $section->{title} }
        } $section->{entries}->@*
    } $book->{sections}->@*;
}

# The places of the row Context.
sub contexts ($entry) { return split /, /, $entry->{rows}{Context} }

# Lines of the examples that set this directive.
sub examples ($entry, $name) {
    my $start = $name =~ s/>\z//r;
    return $entry->{text} =~ /^    +(\Q$start\E(?![\w]).*)/mg;
}

# The file name of its page.
sub file ($name) {
    my $safe = $name =~ s/[<>=]//gr =~ s/[^\w]+/-/gr;
    return "directives/$safe.html" if $name =~ /\A\w/;
    return $name =~ /\A</
        ? "directives/section-$safe.html"
        : "directives/pod-$safe.html";
}

1;

__END__

=head1 NAME

Mehari::Directives - docs/directives.md, taken apart

=head1 SYNOPSIS

    my $book = Mehari::Directives::parse($markdown);
    for my $entry (Mehari::Directives::entries($book)) {
        say "$entry->{names}[0]: $entry->{rows}{Syntax}";
    }

=head1 THE FORM

A section begins with C<##>, an entry with C<###> and the names of its
directives, separated by a comma and a blank. Then comes a table with the rows
Syntax, Default, Context and mod_perl, all of them, and then text. Syntax has a
form in backquotes for each name. Context lists some of C<server>, C<virtual
host>, C<directory> and C<.htaccess>. Somewhere in the text is an indented
example of each directive. F<t/docs/directives.t> compares all this with the
module's own table.

=cut
