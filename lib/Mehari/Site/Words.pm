package Mehari::Site::Words;

# The index: every directive, message, module and method, from A to Z.

use Mehari::Perl;

sub page (@pages) {
    my %word;
    for my $page (@pages) {
        push $word{ $page->{name} }->@*, [ 'site:' . $page->{file}, '' ]
            if $page->{name};
        add_methods(\%word, $page, @pages) if $page->{rows};
    }
    return {
        file  => 'words.html',
        title => 'Index',
        html  => "<h1>Index</h1>\n" . letters(\%word),
    };
}

# The place of a method: in the POD of its module, if that has a heading for it;
# otherwise in the table of the API, if the module has one.
sub add_methods ($word, $table, @pages) {
    my %module = map { ($_->{name} // '') => $_ } @pages;
    my %seen;
    for my $row ($table->{rows}->@*) {
        my ($name, $of) = @$row{qw(name module)};
        next if $name =~ /\A[A-Z]+\z/ || $seen{"$of $name"}++;
        my $page = $module{$of};
        my $to
            = $page && $page->{html} =~ /\bid="\Q$name\E"/
            ? "$page->{file}#$name"
            : "$table->{file}#" . lc $of =~ s/:://gr;
        push $word->{$name}->@*, [ "site:$to", $of ];
    }
    return;
}

sub letter ($word) {
    my ($first) = $word =~ /([A-Za-z])/;
    return uc($first // '');
}

sub letters ($word) {
    my %of;
    push $of{ letter($_) }->@*, $_
        for sort { lc $a cmp lc $b || $a cmp $b } keys %$word;
    my @letters = sort keys %of;
    my $html
        = '<p class="letters">'
        . join(' ', map { "<a href=\"#$_\">$_</a>" } @letters)
        . "</p>\n";
    for my $letter (@letters) {
        $html .= "<h2 id=\"$letter\">$letter</h2>\n<ul class=\"words\">\n";
        $html .= line($_, $word->{$_}->@*) for $of{$letter}->@*;
        $html .= "</ul>\n";
    }
    return $html;
}

sub line ($word, @places) {
    my $text = $word =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr;
    my @html
        = map { $_->[1] ? "<a href=\"$_->[0]\">$_->[1]</a>" : () } @places;
    my ($own) = grep { !$_->[1] } @places;
    $text = "<a href=\"$own->[0]\">$text</a>" if $own;
    return "<li><code>$text</code> @html</li>\n";
}

1;

__END__

=head1 NAME

Mehari::Site::Words - the index of the site

=cut
