package Mehari::Site::Links;

# Turns links between sources into links between pages, and names of directives
# and messages into links, once on each page. Other files of the tree that a
# page refers to are copied beside the pages.

use Mehari::Perl;
use File::Basename qw(dirname);

use Mehari::Directives;
use Mehari::File qw(bytes_of text_of);
use Mehari::Site::Markdown;

sub new ($class, $root, @pages) {
    my (%of, %term, %title);
    for my $page (@pages) {
        my $path = $page->{path} // '';
        $of{$path}    = $page->{file};
        $title{$path} = $page->{title};
        $of{$1} = $page->{file} if $path =~ m{\A(examples/.*)/README\.md\z};
        $term{ $page->{name} } = $page->{file}
            if ($page->{name} // '')
            =~ /\A(?:MH\d+|(?:Perl|Script)\w+|CGI\w+)\z/;
    }
    $of{'docs/directives.md'}    = 'directives.html';
    $title{'docs/directives.md'} = 'Directives';
    my $self = bless {
        root   => $root,
        of     => \%of,
        term   => \%term,
        title  => \%title,
        anchor => { map { anchors($_) } @pages },
        files  => {},
    }, $class;
    return $self;
}

# By the name of a heading of docs/directives.md: the page of the directive.
sub anchors ($page) {
    return if ($page->{up} // '') ne 'directives.html';
    return Mehari::Site::Markdown::name_of($page->{name}, {}) =>
        $page->{file};
}

# Files to copy beside the pages: name => content.
sub files ($self) { return $self->{files} }

sub translate ($self, $page) {
    my $html = $page->{html};
    $html =~ s{(<a href="([^"#:]*)[^"]*">)[\w./-]+\.md</a>}
        {$1 . $self->title($page, $2) . '</a>'}ge;
    $html =~ s{\b(href|src)="([^"]*)"}
        {qq($1=") . $self->target($page, $2) . '"'}ge;
    return $self->name_terms($page, $html);
}

# A link with the name of a source as its text gets the title of the page
# instead.
sub title ($self, $page, $path) {
    return $self->{title}{ under(dirname($page->{path}), $path) } // $path;
}

sub relative ($page, $file) {
    return '../' x ($page->{file} =~ tr{/}{}) . $file;
}

sub target ($self, $page, $link) {
    return relative($page, $1) if $link =~ /\Asite:(.*)/;
    return $link               if $link =~ /\A(?:\w+:|#\z)/;
    my ($path, $hash) = $link =~ /\A([^#]*)(#.*)?\z/;
    my $source = $page->{path} // '';
    $path = length $path ? under(dirname($source), $path) : $source;
    $hash //= '';
    return relative($page, $self->{anchor}{ substr $hash, 1 })
        if $path eq 'docs/directives.md'
        && length $hash
        && $self->{anchor}{ substr $hash, 1 };
    return $hash if $path eq $source && !$page->{up};
    return relative($page, $self->file_of($page, $path) . $hash);
}

# Resolves a/b and ../c to a path: c below a.
sub under ($dir, $path) {
    my @parts;
    for my $part (split m{/}, "$dir/$path") {
        next if $part eq '.' || $part eq '';
        if   ($part eq '..') { pop @parts }
        else                 { push @parts, $part }
    }
    return join '/', @parts;
}

sub file_of ($self, $page, $path) {
    return $self->{of}{$path} if $self->{of}{$path};
    my $full = "$self->{root}/$path";
    if (!-e $full) {
        warn "$page->{path}: the link to $path leads nowhere.\n";
        return $path;
    }
    return $self->picture($path) if $path =~ /\.png\z/;
    my @names = -d $full ? grep { -f } glob "$full/*" : $full;
    my $text  = join "\n", map { part_of($_, @names > 1) } @names;
    my $file  = "files/$path.txt";
    $self->{files}{$file} = $text;
    return $file;
}

sub picture ($self, $path) {
    $self->{files}{"files/$path"} = bytes_of("$self->{root}/$path");
    return "files/$path";
}

sub part_of ($name, $headed) {
    my $text = text_of($name);
    return $headed ? '==== ' . $name =~ s{.*/}{}r . " ====\n\n$text" : $text;
}

# --- names in the text ------------------------------------------------------

sub name_terms ($self, $page, $html) {
    my %done  = ($page->{name} // '' => 1);
    my $deep  = 0;
    my @parts = split /(<[^>]*>)/, $html;
    for my $part (@parts) {
        if ($part =~ m{\A<(/?)(?:a|pre|h[1-6])\b}) {
            $deep += $1 ? -1 : 1;
        }
        elsif (!$deep && $part !~ /\A</) {
            $part =~ s{\b((?:Perl|Script|CGI|MH)\w+)\b}
                {$self->named($page, $1, \%done)}ge;
        }
    }
    return join '', @parts;
}

sub named ($self, $page, $word, $done) {
    my $file = $self->{term}{$word};
    return $word if !$file || $done->{$word}++;
    return sprintf '<a href="%s">%s</a>', relative($page, $file), $word;
}

1;

__END__

=head1 NAME

Mehari::Site::Links - turns links between sources into links between pages

=head1 SYNOPSIS

    my $links = Mehari::Site::Links->new($root, @pages);
    $_->{html} = $links->translate($_) for @pages;

=cut
