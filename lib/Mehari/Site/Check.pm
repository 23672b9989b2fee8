package Mehari::Site::Check;

# Finds faults of a site: dead links, pages without a title, files that would be
# fetched from elsewhere, and pages without a link to them.

use Mehari::Perl;
use File::Find qw(find);

use Mehari::File qw(text_of);
use Mehari::Site::Links;

# Returns a sentence for each fault.
sub faults ($dir) {
    my %page;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                $page{ substr $_, 1 + length $dir } = read_it($_)
                    if -f;
            }
        },
        $dir
    );
    my %ids   = map { $_ => ids($page{$_}) } keys %page;
    my %found = ('index.html' => 1);
    my @html  = grep { /\.html\z/ } sort keys %page;
    my @faults
        = map { links($_, $page{$_}, \%ids, \%found), head($_, $page{$_}) }
        @html;
    push @faults, map { "$_: no page leads to it" }
        grep { !$found{$_} } sort keys %page;
    return @faults;
}

sub read_it ($file) {
    return '' if $file =~ /\.png\z/;
    return text_of($file);
}

sub ids ($html) {
    my %ids;
    $ids{$_}++ for $html =~ /<[^>]*\bid="([^"]*)"/g;
    return \%ids;
}

sub links ($name, $html, $ids, $found) {
    my @faults;
    for my $link ($html =~ /<[^>]*\b(?:href|src)="([^"]*)"/g) {
        next if $link =~ m{\A(?:https?:|mailto:|//)};
        my ($path, $hash) = $link =~ /\A([^#]*)#?(.*)\z/;
        my $to
            = length $path
            ? Mehari::Site::Links::under($name =~ s{[^/]*\z}{}r, $path)
            : $name;
        $found->{$to} = 1 if $to ne $name;
        push @faults, "$name: $link: there is no such file" if !$ids->{$to};
        push @faults, "$name: $link: there is no such place in $to"
            if length $hash && $ids->{$to} && !$ids->{$to}{$hash};
    }
    return @faults;
}

sub head ($name, $html) {
    my @faults;
    my ($title) = $html =~ m{<title>(.*?)</title>}s;
    push @faults, "$name: it has no title"
        if ($title // '') !~ /\S/ || $title =~ /\A - mehari/;
    push @faults, "$name: it fetches $1 from elsewhere"
        if $html =~ /<(?:link|img|script|iframe)[^>]*"((?:\w+:)?\/\/[^"]*)"/;
    push @faults, "$name: a script is in it and not in a file"
        if $html =~ /<script(?![^>]*\bsrc=)/;
    my ($twice) = grep { ids($html)->{$_} > 1 } keys %{ ids($html) };
    push @faults, "$name: $twice is the anchor of two places" if $twice;
    return @faults;
}

1;

__END__

=head1 NAME

Mehari::Site::Check - finds faults of a site of files

=head1 SYNOPSIS

    say for Mehari::Site::Check::faults('build/docs');

=cut
