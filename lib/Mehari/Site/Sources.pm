package Mehari::Site::Sources;

# The sources of pages: Markdown, POD, and the tables of directives, messages
# and methods.

use Mehari::Perl;
use File::Find qw(find);

use Mehari::Command;
use Mehari::Directives;
use Mehari::Explain::Reason;
use Mehari::File qw(text_of);
use Mehari::Reference;
use Mehari::Site::Pod;

# Pages whose names in the site differ from those of their files.
my %NAMED = (
    'README.md'       => 'index.html',
    'ARCHITECTURE.md' => 'architecture.html',
    'CONTRIBUTING.md' => 'contributing.html',
    'CHANGES'         => 'changes.html',
);

# The first digit of a message's number.
my %PART_OF = (
    1 => 'Configuration and start',
    2 => 'Perl in httpd',
    3 => 'Pools',
    4 => 'mehari explain',
    5 => 'mehari check',
    6 => 'What processes share',
    9 => 'The command',
);

sub all ($root) {
    return (texts($root), directives($root), messages(),
        methods(), modules($root), manuals($root));
}

# --- Markdown ---------------------------------------------------------------

sub texts ($root) {
    my @paths
        = map { substr $_, 1 + length $root }
        (map { "$root/$_" } keys %NAMED),
        glob("$root/docs/*.md $root/examples/*/README.md");
    return map { text_page($root, $_) }
        grep { $_ ne 'docs/directives.md' } sort @paths;
}

sub text_page ($root, $path) {
    my ($name) = $path =~ m{\A(?:docs/)?(.*?)(?:/README)?\.md\z};
    return {
        file     => $NAMED{$path} // "$name.html",
        path     => $path,
        markdown => text_of("$root/$path") . files_beside($root, $path),
        part     => $path =~ /\Aexamples/ ? 'Examples' : undef,
    };
}

# The files of an example.
sub files_beside ($root, $path) {
    my ($dir) = $path =~ m{\A(examples/.*)/README\.md\z} or return '';
    my @files;
    find(
        {
            no_chdir => 1,
            wanted   => sub { push @files, $_ if -f && -T && !/\.md\z/ },
        },
        "$root/$dir"
    );
    my @names = sort map { substr $_, 1 + length "$root/$dir" } @files;
    return @names
        ? "\n## Files\n\n" . join '', map { "* [`$_`]($_)\n" } @names
        : '';
}

# --- directives -------------------------------------------------------------

sub directives ($root) {
    my $path = 'docs/directives.md';
    my $book = Mehari::Directives::parse(text_of("$root/$path"));
    my @all  = map {
        my $entry = $_;
        map { [ $entry, $_ ] } @{ $_->{names} }
    } Mehari::Directives::entries($book);
    return (
        {
            file     => 'directives.html',
            path     => $path,
            markdown => all_directives($book),
        },
        map { directive_page($path, @$_) } @all
    );
}

# A section's introduction, and the list of its entries.
sub all_directives ($book) {
    my $text = $book->{text};
    for my $section ($book->{sections}->@*) {
        $text .= "## $section->{title}\n$section->{text}";
        next if !$section->{entries}->@*;
        $text .= "\n| directive | default | context |\n|---|---|---|\n";
        for my $entry ($section->{entries}->@*) {
            my $row = $entry->{rows};
            $text .= sprintf "| [%s](site:%s) | %s | %s |\n",
                escape($_), Mehari::Directives::file($_), $row->{Default},
                $row->{Context}
                for $entry->{names}->@*;
        }
        $text .= "\n";
    }
    return $text;
}

sub escape ($name) { return $name =~ s/([<_])/\\$1/gr }

sub directive_page ($path, $entry, $name) {
    my $text = sprintf "# %s\n\n| | |\n|---|---|\n", escape($name);
    $text .= "| $_ | $entry->{rows}{$_} |\n"
        for qw(Syntax Default Context mod_perl);
    my @others = grep { $_ ne $name } $entry->{names}->@*;
    $text .= '| With | ' . join(', ', map { linked($_) } @others) . " |\n"
        if @others;
    return {
        file     => Mehari::Directives::file($name),
        path     => $path,
        name     => $name,
        title    => $name,
        up       => 'directives.html',
        section  => $entry->{section},
        markdown => "$text$entry->{text}" . messages_about($name),
    };
}

# The messages of the catalogue that mention it.
sub messages_about ($name) {
    return '' if $name !~ /\A\w{6,}\z/;
    my @codes = grep {
        my $reason = Mehari::Explain::Reason::find($_);
        join(' ', @$reason{qw(says cause remedy)}) =~ /\b$name\b/
    } Mehari::Explain::Reason::codes();
    return '' if !@codes;
    return "\n## Messages\n\n| code | message |\n|---|---|\n" . join '',
        map { message_row($_) } @codes;
}

sub message_row ($code) {
    my $title = Mehari::Explain::Reason::find($code)->{title};
    return "| [$code](site:messages/$code.html) | $title |\n";
}

sub linked ($name) {
    return sprintf '[%s](site:%s)', escape($name),
        Mehari::Directives::file($name);
}

# --- messages ---------------------------------------------------------------

sub messages () {
    my $text = "# Messages\n\nEach message of mehari that has a number. "
        . "`mehari explain CODE` prints the same page.\n";
    my $part = '';
    my @pages;
    for my $code (Mehari::Explain::Reason::codes()) {
        my $page = message_page($code);
        $text .= "\n## $page->{section}\n\n| code | message |\n|---|---|\n"
            if $page->{section} ne $part;
        $part = $page->{section};
        $text .= message_row($code);
        push @pages, $page;
    }
    return ({ file => 'messages.html', markdown => $text }, @pages);
}

sub message_page ($code) {
    return {
        file     => "messages/$code.html",
        name     => $code,
        up       => 'messages.html',
        section  => $PART_OF{ substr $code, 2, 1 } // 'More',
        markdown => Mehari::Explain::Reason::page($code),
    };
}

# --- methods, modules, the command ------------------------------------------

sub methods () {
    my @rows = Mehari::Reference::rows();
    return {
        file     => 'api.html',
        rows     => \@rows,
        markdown => Mehari::Reference::page(@rows),
    };
}

sub module_file ($name) {
    return 'modules/' . $name =~ s/::/-/gr . '.html';
}

sub modules ($root) {
    my %path;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                my ($name) = m{\A\Q$root\E/lib/(.*)\.(?:pm|pod)\z} or return;
                $name =~ s{/}{::}g;
                $path{$name} = substr $_, 1 + length $root
                    if !/\.pod\z/ || !$path{$name};
                $path{$name} = substr $_, 1 + length $root if /\.pod\z/;
            },
        },
        "$root/lib"
    );
    my %text = map  { $_ => text_of("$root/$path{$_}") } keys %path;
    my @with = grep { $text{$_} =~ /^=head1/m } sort keys %text;
    @with = grep { $text{$_} !~ /^=head1 NAME\n\nmehari-/m } @with;
    my %has = map { $_ => module_file($_) } @with;
    my @pages
        = map { pod_page($_, $has{$_}, $path{$_}, $text{$_}, \%has) } @with;
    return (module_list(@pages), @pages);
}

sub pod_page ($name, $file, $path, $text, $has) {
    my $links = sub ($to) {
        return 'site:mehari.html' if $to =~ /\Amehari\z/;
        return $has->{$to} ? "site:$has->{$to}" : undef;
    };
    my $html = Mehari::Site::Pod->render($text, $links);
    my ($says) = $html =~ m{</h1>\s*<p>(.*?)\.</p>}s;
    return {
        file    => $file,
        path    => $path,
        name    => $name,
        title   => $name,
        says    => $says // '',
        up      => 'modules.html',
        section => $name =~ /\A(Apache2|APR|ModPerl|Mehari)\b/
        ? $1
        : 'Others',
        html => $html,
    };
}

sub module_list (@pages) {
    my $html = "<h1>Modules</h1>\n";
    for my $part (qw(Apache2 APR ModPerl Mehari Others)) {
        my @of = grep { $_->{section} eq $part } @pages;
        next if !@of;
        $html .= qq(<h2 id="\L$part\E">$part</h2>\n<div class="table">)
            . '<table>';
        $html
            .= qq(<tr><td><a href="site:$_->{file}">$_->{name}</a></td>)
            . "<td>$_->{says}</td></tr>\n"
            for @of;
        $html .= "</table></div>\n";
    }
    return { file => 'modules.html', html => $html };
}

# The pages of mehari and of each of its commands.
sub manuals ($root) {
    my %file_of = Mehari::Command->commands;
    my %path    = (
        mehari => 'bin/mehari',
        map { ("mehari-$_" => $file_of{$_} =~ s{.*/(?=lib/)}{}r) }
            keys %file_of
    );
    my $links = sub ($to) {
        return "site:$to.html" if $path{$to};
        return -e "$root/lib/" . $to =~ s{::}{/}gr . '.pm'
            ? 'site:' . module_file($to)
            : undef;
    };
    return map { manual("$root/$path{$_}", $_, $path{$_}, $links) }
        sort keys %path;
}

sub manual ($file, $name, $path, $links) {
    my $whole = $name eq 'mehari';
    return {
        file  => "$name.html",
        path  => $path,
        name  => $name,
        title => $whole ? 'The command mehari' : $name =~ tr/-/ /r,
        $whole ? () : (up => 'mehari.html', section => 'Commands'),
        html => Mehari::Site::Pod->render(text_of($file), $links),
    };
}

1;

__END__

=head1 NAME

Mehari::Site::Sources - the sources of the site's pages

=head1 SYNOPSIS

    my @pages = Mehari::Site::Sources::all($root);

=cut
