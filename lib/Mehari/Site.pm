package Mehari::Site;

# `make docs`: makes mehari's pages into a site of files, which loads nothing
# from elsewhere and needs no server.

use Mehari::Perl;
use File::Basename qw(dirname);
use File::Path     qw(make_path remove_tree);

use Mehari::Site::Frame;
use Mehari::Site::Links;
use Mehari::Site::Markdown;
use Mehari::Site::Search;
use Mehari::Site::Sources;
use Mehari::Site::Words;

# Writes the site of the tree $root into the directory $to; returns the number
# of pages.
sub write_site ($root, $to) {
    my @pages = Mehari::Site::Sources::all($root);
    render_markdown(@pages);
    $_->{title} //= title($_->{html}) for @pages;
    push @pages, Mehari::Site::Words::page(@pages),
        Mehari::Site::Search::page();
    my $links = Mehari::Site::Links->new($root, @pages);
    $_->{html} = $links->translate($_) for @pages;
    remove_tree($to);
    for my $page (@pages) {
        put("$to/$page->{file}", Mehari::Site::Frame::whole($page, @pages));
    }
    put("$to/style.css", Mehari::Site::Frame::style());
    my $files = { Mehari::Site::Search::files(@pages), $links->files->%* };
    put("$to/$_", $files->{$_}) for sort keys %$files;
    return scalar @pages;
}

sub render_markdown (@pages) {
    my @texts = grep { defined $_->{markdown} } @pages;
    my @html
        = Mehari::Site::Markdown::render(map { $_->{markdown} } @texts);
    $_->{html} = shift @html for @texts;
    return;
}

sub title ($html) {
    my ($title) = $html =~ m{<h1[^>]*>(.*?)</h1>}s;
    return ($title // '') =~ s/<[^>]*>//gr;
}

sub put ($file, $text) {
    make_path(dirname($file));
    my $how = $file =~ /\.png\z/ ? ':raw' : ':encoding(UTF-8)';
    open my $out, ">$how", $file or die "Cannot write $file: $!.\n";
    print {$out} $text;
    close $out or die "Cannot write $file: $!.\n";
    return;
}

1;

__END__

=head1 NAME

Mehari::Site - the documentation as a site of files

=head1 SYNOPSIS

    perl -Ilib -MMehari::Site -e 'Mehari::Site::write_site(@ARGV)' . build/docs

=head1 DESCRIPTION

Every F<docs/*.md> becomes a page by itself. A page is a hash:

=over

=item file

Its place in the site.

=item path

Its source's place in the tree, where relative links begin.

=item markdown, html

Its content, one of the two at first.

=item title, part

Its title, and its part of the navigation.

=back

L<Mehari::Site::Sources> collects the pages. L<Mehari::Site::Links> turns links
to sources into links to pages. L<Mehari::Site::Frame> adds the navigation.
L<Mehari::Site::Check> finds dead links; F<t/docs/site.t> calls it.

=cut
