package Mehari::Site::Frame;

# The frame around each page: the head, the navigation, the path to it.

use Mehari::Perl;
use File::Basename qw(dirname);

use Mehari::Command;
use Mehari::File qw(text_of);
use Mehari::Html qw(escape_html);

my $VERSION = $Mehari::Command::VERSION;

# The order of pages. A page of docs/ that is missing here comes last in Topics.
my @PARTS = (
    [
        'Begin',
        qw(index serve operators packages setup migrate from-mod_cgi
            from-mod_perl from-fastcgi from-plack applications check doctor
            troubleshooting)
    ],
    [
        'Topics', qw(explain workers threads psgi request databases
            memory tune jobs status monitoring debugging profiling timing
            tracing front containers systems security seccomp)
    ],
    [
        'Reference', qw(directives messages mehari modules api words
            search differences glossary)
    ],
    [ 'Figures', qw(benchmarks performance) ],
    [ 'Inside',  qw(architecture internals contributing style changes) ],
    ['Examples'],
);

# Short names for the navigation, in place of titles that are too long for it.
my %LABEL = (
    index           => 'What mehari is',
    'from-mod_cgi'  => 'Moving from mod_cgi',
    'from-mod_perl' => 'Moving from mod_perl',
    'from-fastcgi'  => 'Moving from FastCGI',
    'from-plack'    => 'Moving from Plack',
    setup           => 'mehari setup',
    doctor          => 'mehari doctor',
    monitoring      => 'Alerts and dashboard',
    migrate         => 'mehari migrate',
    applications    => 'Applications',
    check           => 'mehari check',
    tune            => 'How many processes',
    memory          => 'Memory',
    front           => 'A front end',
    serve           => 'mehari serve',
    threads         => 'Threaded MPMs',
    workers         => 'Workers',
    mehari          => 'The command',
    security        => 'Security',
    psgi            => 'PSGI',
    differences     => 'Differences',
    seccomp         => 'System calls',
    style           => 'How we write',
);

sub whole ($page, @pages) {
    my $up      = '../' x ($page->{file} =~ tr{/}{});
    my $path    = trail($page, $up, @pages);
    my $nav     = navigation($page, $up, @pages);
    my $steps   = steps($page, $up, @pages);
    my $scripts = join '',
        map { "<script src=\"$up$_\"></script>\n" }
        ($page->{scripts} // [])->@*;
    my $title
        = $page->{file} eq 'index.html'
        ? $page->{title}
        : "$page->{title} - mehari";
    return <<~"HTML";
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>$title</title>
        <link rel="stylesheet" href="${up}style.css">
        </head>
        <body>
        <header><a class="home" href="${up}index.html">mehari</a>
        <span class="version">$VERSION</span>
        <a class="to-nav" href="#contents">Contents</a>
        <form action="${up}search.html" role="search">
        <input type="search" name="q" aria-label="Search"
            placeholder="Search"></form></header>
        <main>
        $path$page->{html}$steps</main>
        <nav id="contents" aria-label="Contents">
        $nav</nav>
        $scripts</body>
        </html>
        HTML
}

sub trail ($page, $up, @pages) {
    my ($parent) = grep { $_->{file} eq ($page->{up} // '') } @pages;
    return '' if !$parent;
    return qq(<p class="trail"><a href="$up$parent->{file}">)
        . "$parent->{title}</a> / $page->{section}</p>\n";
}

# Links to the pages before and after it, in the order of the navigation.
sub steps ($page, $up, @pages) {
    my @order = map { my ($title, @of) = @$_; @of } parts(@pages);
    my ($at) = grep { $order[$_] == $page } 0 .. $#order;
    return '' if !defined $at || $page->{scripts};
    my @links;
    push @links, step('prev', $up, $order[ $at - 1 ]) if $at > 0;
    push @links, step('next', $up, $order[ $at + 1 ]) if $at < $#order;
    return qq(<p class="steps">@links</p>\n);
}

sub step ($rel, $up, $to) {
    my $word = { prev => 'Previous', next => 'Next' }->{$rel};
    return
        qq(<a rel="$rel" href="$up$to->{file}">$word: ) . label($to) . '</a>';
}

# --- navigation -------------------------------------------------------------

sub navigation ($page, $up, @pages) {
    my $html = '';
    for my $part (parts(@pages)) {
        my ($title, @of) = @$part;
        $html .= "<h2>$title</h2>\n<ul>\n";
        $html .= entry($page, $up, $_, @pages) for @of;
        $html .= "</ul>\n";
    }
    return $html;
}

# [title, pages...]; no part is empty.
sub parts (@pages) {
    my %left = map { $_->{file} =~ s/\.html\z//r => $_ }
        grep { !$_->{up} } @pages;
    my %of = map {
        my ($title, @names) = @$_;
        $title => [ grep { defined } map { delete $left{$_} } @names ]
    } @PARTS;
    push $of{ $left{$_}{part} // 'Topics' }->@*, $left{$_}
        for sort keys %left;
    return grep { @$_ > 1 } map { [ $_->[0], $of{ $_->[0] }->@* ] } @PARTS;
}

sub label ($page) {
    return $LABEL{ $page->{file} =~ s/\.html\z//r } // $page->{title};
}

sub entry ($page, $up, $of, @pages) {
    my $here = $of == $page ? ' aria-current="page"' : '';
    my $html = sprintf '<li><a href="%s%s"%s>%s</a>', $up, $of->{file}, $here,
        label($of);
    $html .= within($page) if $here;
    $html .= siblings($page, $up, @pages)
        if ($page->{up} // '') eq $of->{file};
    return "$html</li>\n";
}

# The headings of the page itself, unless there are none or too many.
sub within ($page) {
    my @heads = $page->{html} =~ m{<h2 id="([^"]*)">(.*?)</h2>}gs;
    return '' if @heads < 4 || @heads > 50;
    my $html = '<ul>';
    while (my ($id, $text) = splice @heads, 0, 2) {
        $text =~ s/<[^>]*>//g;
        $html .= "<li><a href=\"#$id\">$text</a></li>\n";
    }
    return "$html</ul>";
}

sub siblings ($page, $up, @pages) {
    my @of = grep {
        ($_->{up} // '') eq $page->{up}
            && $_->{section} eq $page->{section}
    } @pages;
    my $html = "<ul><li class=\"of\">$page->{section}</li>\n";
    for my $of (@of) {
        my $here = $of == $page ? ' aria-current="page"' : '';
        my $name = escape_html($of->{name});
        $html .= "<li><a href=\"$up$of->{file}\"$here>$name</a></li>\n";
    }
    return "$html</ul>";
}

sub style () { return beside('site.css') }

# Reads a file that is beside this one.
sub beside ($name) {
    return text_of(dirname(__FILE__) . "/$name");
}

1;

__END__

=head1 NAME

Mehari::Site::Frame - the frame of each page of the site

=head1 SYNOPSIS

    print Mehari::Site::Frame::whole($page, @pages);

=cut
