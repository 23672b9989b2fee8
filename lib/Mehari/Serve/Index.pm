package Mehari::Serve::Index;

# The index page: every script and handler, a link for each mode, and the
# times of its last runs there. A CGI script's body.

use Mehari::Perl;

use Mehari::Serve::Address;
use Mehari::Serve::Changes;
use Mehari::Serve::Context;
use Mehari::Serve::Examples;
use Mehari::Serve::Obstacle;
use Mehari::Serve::Page qw(escape url_path document);
use Mehari::Serve::Readme;
use Mehari::Serve::Runs;

sub answer ($class) {
    my $context  = Mehari::Serve::Context->of_environment;
    my %watching = Mehari::Serve::Changes->watching($context);
    my $policy   = Mehari::Serve::Changes->policy(%watching);
    binmode STDOUT;
    print {*STDOUT} <<~"HTTP", page($context, %watching);
    Content-Type: text/html; charset=utf-8
    Cache-Control: no-store
    $policy

    HTTP
    return;
}

sub page ($context, %watching) {
    my @groups = groups($context);
    my $runs   = runs_of($context, @groups);
    my $dir    = escape($context->site->dir);
    my $note
        = defined $context->note
        ? '<p class="dim">' . escape($context->note) . "</p>\n"
        : '';
    my $body = <<~"HTML";
    <header>
    <h1>mehari serve</h1>
    <p class="dim"><code>$dir</code></p>
    <p class="dim">${\escape($context->label)}</p>
    $note${\status_link($context)}</header>
    HTML
    $body .= examples($context, @groups);
    $body .= group($_, $runs) for @groups;
    $body .= footer();
    return document('mehari serve: ' . $context->site->dir, $body, %watching);
}

# mod_perl has no status page, and another machine may not look at it.
sub status_link ($context) {
    return '' if $context->label !~ /\Amehari,/;
    return '' if !Mehari::Serve::Address->is_own(\%ENV);
    return qq(<nav><a href="/mehari-status">Status of the server</a></nav>\n);
}

# The tables of the page: their modes and the items in them. A kind that has no
# mode (--mode) or no item has no table. A folder with a README.md has one of
# its own.
sub groups ($context) {
    my $site    = $context->site;
    my %handler = $site->handlers;
    my %scripts;
    push @{ $scripts{ folder_of($site, $_) } }, item($_, $site->dir . "/$_")
        for $site->scripts;
    my @handlers = map { item($_, $handler{$_}) } sort keys %handler;
    return with_legends(
        map({ table($context, 'script', $_, $scripts{$_}) }
            sort keys %scripts),
        table($context, 'handler', handler_folder($site), \@handlers)
    );
}

# The modes are explained once, below the last table that has them.
sub with_legends (@groups) {
    my %seen;
    $_->{legend} = !$seen{ $_->{kind} }++ for reverse @groups;
    return @groups;
}

sub handler_folder ($site) {
    my $dir = $site->dir;
    return (grep { -f "$dir/$_/README.md" } qw(handlers lib))[0] // '';
}

sub folder_of ($site, $name) {
    my ($folder) = $name =~ m{\A([^/]+)/} or return '';
    state %has;
    my $file = $site->dir . "/$folder/README.md";
    return ($has{$file} //= -f $file ? 1 : 0) ? $folder : '';
}

sub table ($context, $kind, $folder, $items) {
    my @modes = grep { $_->{kind} eq $kind } $context->modes;
    return () unless @modes && @$items;
    my $readme
        = length $folder
        ? Mehari::Serve::Readme->of($context->site->dir . "/$folder")
        : undef;
    return {
        kind   => $kind,
        modes  => \@modes,
        items  => $items,
        folder => $folder,
        title  => $readme ? $readme->title : ucfirst $kind . 's',
        says   => $readme ? $readme->says  : '',
    };
}

# Cards for folders with an address of their own, and for folders whose scripts
# are listed below on the page.
sub examples ($context, @groups) {
    my $dir  = $context->site->dir;
    my @rows = map {
        my $readme = Mehari::Serve::Readme->of("$dir/$_->{name}");
        +{
            %$_,
            href  => url_path("/$_->{name}/"),
            title => $readme ? $readme->title : $_->{name},
            says  => $readme ? $readme->says  : '',
        }
    } Mehari::Serve::Examples->saved("$context->{logs}/examples");
    push @rows, map {
        +{
            %$_,
            name => $_->{folder},
            href => '#' . url_path($_->{folder})
        }
    } grep { length $_->{folder} } @groups;
    return '' unless @rows;
    my $cards = join '', map { card($_) }
        sort { $a->{name} cmp $b->{name} } @rows;
    return <<~"HTML";
    <section>
    <h2>Examples <small>${\scalar @rows}</small></h2>
    <ul class="cards">
    $cards</ul>
    </section>
    HTML
}

sub card ($row) {
    my ($title, $says, $name) = map { escape($_) } @$row{qw(title says name)};
    my $heading
        = defined $row->{problem}
        ? "<strong>$title</strong>"
        : qq(<a href="$row->{href}">$title</a>);
    my $problem
        = defined $row->{problem}
        ? qq(<p class="bad">Not served: ${\escape($row->{problem})}</p>)
        : '';
    return <<~"HTML";
    <li class="card">$heading<code>$name</code>
    <p>$says</p>$problem</li>
    HTML
}

sub item ($name, $file) {
    return {
        name     => $name,
        changed  => (stat $file)[9] // 0,
        says     => Mehari::Serve::Site::description($file),
        obstacle => scalar((Mehari::Serve::Obstacle::of_file($file))[1]),
    };
}

sub runs_of ($context, @groups) {
    my %known;
    for my $group (@groups) {
        for my $mode (@{ $group->{modes} }) {
            $known{ $mode->{name} }{ $_->{name} } = 1
                for @{ $group->{items} };
        }
    }
    return Mehari::Serve::Runs->read($context->runs_log, \%known);
}

sub group ($group, $runs) {
    my $count = @{ $group->{items} };
    my $noun  = escape($group->{title});
    my $says
        = length $group->{says} ? "<p>${\escape($group->{says})}</p>\n" : '';
    my $id
        = length $group->{folder}
        ? sprintf ' id="%s"', url_path($group->{folder})
        : '';
    my $heads = join '',
        map { '<th scope="col">' . escape($_->{title}) . '</th>' }
        @{ $group->{modes} };
    my $kind   = ucfirst $group->{kind};
    my $rows   = join '', map { row($group, $_, $runs) } @{ $group->{items} };
    my $legend = $group->{legend} ? legends($group, $rows) : '';
    return <<~"HTML";
    <section$id>
    <h2>$noun <small>$count</small></h2>
    $says<div class="card"><table>
    <thead><tr><th scope="col">$kind</th>$heads</tr></thead>
    <tbody>
    $rows</tbody>
    </table></div>
    $legend
    </section>
    HTML
}

# A factor is explained if the rows have one.
sub legends ($group, $rows) {
    my $modes = join '', map { legend($_) } @{ $group->{modes} };
    my $first = escape(base_mode($group)->{title});
    $modes
        .= "<dt>2.0&times;</dt><dd>twice as fast as $first, by the medians of "
        . "the runs, without first runs</dd>\n"
        if $rows =~ /&times;/;
    return "<dl>$modes</dl>";
}

sub legend ($mode) {
    my $title = escape($mode->{title});
    my $says  = escape($mode->{says});
    return "<dt>$title</dt><dd>$says</dd>\n";
}

sub row ($group, $item, $runs) {
    my $name = escape($item->{name});
    my $says = length $item->{says} ? escape($item->{says}) : '';
    my @lists
        = map { with_first($item, $runs->{ $_->{name} }{ $item->{name} }) }
        @{ $group->{modes} };
    my $mode  = base_mode($group);
    my ($n)   = grep { $group->{modes}[$_] == $mode } 0 .. $#lists;
    my $base  = median_of($lists[$n]);
    my $cells = join '', map {
        cell($group->{modes}[$_], $item, $lists[$_], $_ == $n ? undef : $base)
    } 0 .. $#lists;
    return
          "<tr><th scope=\"row\"><code>$name</code>"
        . (length $says ? "<p>$says</p>" : '')
        . "</th>$cells</tr>\n";
}

# The mode that the others of a row are compared with: mod_cgi, or the first.
sub base_mode ($group) {
    my ($base) = grep { $_->{base} } @{ $group->{modes} };
    return $base // $group->{modes}[0];
}

# The first run after a change of the script compiles it, like the very first
# run.
sub with_first ($item, $list) {
    my ($changed) = grep { $_->{at} > $item->{changed} } @{ $list // [] };
    $changed->{first} = 1 if $changed && $changed != $list->[0];
    return $list // [];
}

# The median of the runs that did not compile.
sub median_of ($list) {
    my @good = map { $_->{ms} }
        grep { $_->{status} < 400 && !$_->{first} } @$list;
    return @good ? Mehari::Serve::Runs::median(@good) : undef;
}

sub cell ($mode, $item, $list, $base) {
    my $href  = url_path("/$mode->{name}/$item->{name}");
    my $title = escape($mode->{title});
    my $name  = escape($item->{name});
    my $last  = @$list ? $list->[-1]           : undef;
    my $text  = $last  ? duration($last->{ms}) : 'run';
    my $label = $last  ? "$text: run"          : 'run';
    my $open
        = qq(<td class="run" data-mode="$title"><a href="$href")
        . qq( aria-label="$label $name with $title">$text</a>);
    return $open . why_not($mode, $item) . '</td>' unless $last;

    my $note
        = $last->{status} < 400
        ? gain($list, $base)
        : qq(<b class="bad">$last->{status}</b> );
    return join '', $open, bars($list),
        '<small>', $note, ago($last->{at}), '</small>',
        $last->{status} < 400 ? '' : why_not($mode, $item), '</td>';
}

# The obstacle that keeps mod_cgi, and so perl-cgi, from running the script.
sub why_not ($mode, $item) {
    return '' if $mode->{set} !~ /\bcgi\b/ || !defined $item->{obstacle};
    return '<small>' . escape($item->{obstacle}) . '</small>';
}

sub gain ($list, $base) {
    my $median = median_of($list) // return '<b>first run</b>, ';
    my $note   = 'median&nbsp;' . duration($median) . ', ';
    return $note if !defined $base;
    my $factor = $base / ($median || 0.001);
    my $text   = sprintf $factor < 10 ? '%.1f' : '%.0f', $factor;
    my $class  = $factor < 1 ? 'loss' : 'gain';
    return qq(<b class="$class">$text&times;</b> $note);
}

sub bars ($list) {
    my ($most) = sort { $b <=> $a } map { $_->{ms} } @$list;
    my $bars   = join '', map { bar($_, $most || 1) } @$list;
    return qq(<span class="bars" aria-hidden="true">$bars</span>);
}

sub bar ($run, $most) {
    my $height = sprintf '%.0f', 100 * $run->{ms} / $most;
    my $class
        = $run->{status} >= 400 ? ' class="bad"'
        : $run->{first}         ? ' class="first"'
        :                         '';
    my $title = duration($run->{ms}) . ($run->{first} ? ', first run' : '');
    return qq(<i$class style="height:$height%" title="$title"></i>);
}

sub duration ($ms) {
    return sprintf '%.2f&nbsp;s',  $ms / 1000 if $ms >= 1000;
    return sprintf '%.0f&nbsp;ms', $ms        if $ms >= 100;
    return sprintf '%.1f&nbsp;ms', $ms        if $ms >= 10;
    return sprintf '%.2f&nbsp;ms', $ms;
}

sub ago ($at) {
    my $seconds = time - $at;
    return 'just&nbsp;now' if $seconds < 10;
    return count($seconds,        'second') if $seconds < 100;
    return count($seconds / 60,   'minute') if $seconds < 6000;
    return count($seconds / 3600, 'hour');
}

sub count ($number, $unit) {
    return sprintf '%d&nbsp;%s%s&nbsp;ago', $number, $unit,
        $number < 2 ? '' : 's';
}

sub footer () {
    return <<~'HTML';
    <footer>Each time is that of the last run, as httpd measured it. Each bar is
    a run; a pale bar is a first run, which compiles. This page reloads itself
    when you change the code. Reload it yourself to see new times.</footer>
    HTML
}

1;

__END__

=head1 NAME

Mehari::Serve::Index - the index page of mehari serve

=head1 SYNOPSIS

    <LocationMatch "^/$">
        SetHandler modperl
        PerlResponseHandler Mehari::Serve::Index
    </LocationMatch>

=cut
