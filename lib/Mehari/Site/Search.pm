package Mehari::Site::Search;

# The search of the site, which needs no server: a page with a script, and the
# texts of all sections as the script's data.

use Mehari::Perl;
use JSON::PP ();

use Mehari::Site::Frame;

sub page () {
    return {
        file    => 'search.html',
        title   => 'Search',
        html    => "<h1>Search</h1>\n",
        scripts => [qw(search-index.js search.js)],
    };
}

# name => contents. The pages must be in their final form.
sub files (@pages) {
    my @sections = map { sections($_) } grep { !$_->{scripts} } @pages;
    my $json     = JSON::PP->new->ascii->encode(\@sections);
    return (
        'search-index.js' => "const sections = $json;\n",
        'search.js'       => Mehari::Site::Frame::beside('search.js'),
    );
}

# [address, title of the page, heading, text]. A section is what stands below a
# heading that has an address.
sub sections ($page) {
    my ($first, @parts)
        = split m{<h[2-6][^>]*\bid="([^"]*)"[^>]*>(.*?)</h[2-6]>}s,
        $page->{html};
    my $title    = plain($page->{title});
    my @sections = [ $page->{file}, $title, '', plain($first) ];
    while (my ($id, $heading, $text) = splice @parts, 0, 3) {
        push @sections,
            [ "$page->{file}#$id", $title, plain($heading), plain($text) ];
    }
    return grep { length "$_->[2]$_->[3]" } @sections;
}

my %CHARACTER = (amp => '&', lt => '<', gt => '>', quot => '"');

sub plain ($html) {
    my $text = ($html // '') =~ s/<[^>]*>/ /gr =~ s/\s+/ /gr;
    $text =~ s/&(amp|lt|gt|quot);/$CHARACTER{$1}/g;
    return $text =~ s/\A | \z//gr;
}

1;

__END__

=head1 NAME

Mehari::Site::Search - the search of a site of files

=cut
