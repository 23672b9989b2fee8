package Apache2::Status;

# What the interpreter of this child holds, as pages. Everything that a page
# shows is escaped: names and values may come from anywhere.

use strict;
use warnings;

use Apache2::Const -compile => qw(OK NOT_FOUND);
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::ServerUtil  ();
use B                    ();
use Config               ();

our $VERSION = '4.01';

# Pages in the order of the menu: name => [ title, sub, condition ].
my @Menu = (
    script         => [ 'PerlRequire\'d files',      \&status_script ],
    inc            => [ 'Loaded modules',            \&status_inc ],
    rgysubs        => [ 'Compiled Registry scripts', \&status_rgysubs ],
    symdump        => [ 'Symbol table',              \&status_symdump ],
    isa_tree       => [ 'ISA tree',                  \&status_isa_tree ],
    inh_tree       => [ 'Inheritance tree',          \&status_inh_tree ],
    env            => [ 'Environment',               \&status_env ],
    sig            => [ 'Signal handlers',           \&status_sig ],
    section_config =>
        [ 'Perl section configuration', \&status_section_config ],
    myconfig => [ 'Perl configuration', \&status_myconfig ],
);

# Pages of one sub, in no menu: the option that must be on, and the sub.
my %Cv_Page = (
    status_cv_dump => [ undef,           \&status_cv_dump ],
    noh_b_terse    => [ 'StatusTerse',   \&noh_b_terse ],
    noh_b_deparse  => [ 'StatusDeparse', \&noh_b_deparse ],
    noh_b_lexinfo  => [ 'StatusLexInfo', \&noh_b_lexinfo ],
    noh_peek       => [ 'StatusPeek',    \&noh_peek ],
    data_dump      => [ 'StatusDumper',  \&status_data_dump ],
);

my %Page = @Menu;

my $Style = <<'CSS';
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em; color: #222 }
table { border-collapse: collapse }
td, th { text-align: left; vertical-align: top; padding: .15em .8em .15em 0 }
th { border-bottom: 1px solid #aaa }
tr:nth-child(even) td { background: #f4f4f4 }
pre, td { overflow-wrap: anywhere }
CSS

# Adds a page to the menu. The sub is called with $r and returns a reference to
# an array of HTML.
sub menu_item {
    my ($class, $name, $title, $sub) = @_;
    push @Menu, $name, undef if !$Page{$name};
    $Page{$name} = [ $title, $sub ];
    return;
}

sub handler {
    my ($r) = @_;
    my $name = $r->args // '';
    $name =~ s/[^\w].*//s;
    my $sub = $Cv_Page{$name} ? cv_page($r, $name) : undef;
    $sub //= $Page{$name}[1] if $Page{$name};
    $sub //= \&status_menu   if $name eq '';
    return Apache2::Const::NOT_FOUND if !$sub;
    my $body = join '', map { "$_\n" } @{ $sub->($r) };
    header($r);
    $r->print($body, "</body></html>\n") if !$r->header_only;
    return Apache2::Const::OK;
}

sub header {
    my ($r) = @_;
    $r->content_type('text/html; charset=UTF-8');
    return if $r->header_only;
    my $where   = escape_html($r->location // $r->uri);
    my $built   = escape_html(Apache2::ServerUtil::get_server_built());
    my $what    = escape_html(Apache2::ServerUtil::get_server_description());
    my $version = sprintf '%vd', $^V;
    $r->print(<<~"HTML");
        <!DOCTYPE html>
        <html><head><title>Perl in this server</title>
        <style>$Style</style></head><body>
        <p>Embedded Perl version <b>v$version</b> for <b>$what</b>,
        process <b>$$</b>, built $built.
        <a href="$where">All pages</a></p>
        <hr>
        HTML
    return;
}

sub status_menu {
    my ($r) = @_;
    my $where = escape_html($r->location // $r->uri);
    my @lines;
    for (my $i = 0; $i < @Menu; $i += 2) {
        my $name  = $Menu[$i];
        my $title = escape_html($Page{$name}[0]);
        push @lines, qq{<li><a href="$where?$name">$title</a></li>};
    }
    return [ '<ul>', @lines, '</ul>' ];
}

# --- what is loaded ---------------------------------------------------------

sub status_inc {
    my @rows;
    for my $file (sort keys %INC) {
        next if $file        !~ /\.pm\z/;
        (my $module = $file) =~ s{/}{::}g;
        $module              =~ s/\.pm\z//;
        no strict 'refs';
        my $version = ${"${module}::VERSION"};
        push @rows,
            [ $module, $version // '', changed($INC{$file}), $INC{$file} ];
    }
    return [
        table([ 'Package', 'Version', 'Modified', 'File' ], @rows),
        '<h2>@INC</h2>', list(@INC),
    ];
}

sub status_script {
    my @rows = map { [ $_, changed($INC{$_}), $INC{$_} ] }
        grep { !/\.pm\z/ } sort keys %INC;
    return [ table([ 'Required as', 'Modified', 'File' ], @rows) ];
}

sub changed {
    my ($file) = @_;
    my $time   = defined $file && !ref $file ? (stat $file)[9] : undef;
    return defined $time ? scalar localtime $time : '';
}

sub registry_cache { return \%ModPerl::RegistryCache }

sub status_rgysubs {
    my $cache = registry_cache();
    my @rows;
    for my $package (sort keys %$cache) {
        my $entry = $cache->{$package};
        my $time  = ref $entry eq 'HASH' ? $entry->{mtime} : undef;
        push @rows, [ $package, defined $time ? scalar localtime $time : '' ];
    }
    return ['<p>No Registry script has been compiled here.</p>'] if !@rows;
    return [ table([ 'Package', 'Script modified' ], @rows) ];
}

# --- symbol tables ----------------------------------------------------------

# All packages: calls the sub with each name and symbol table.
sub each_package {
    my ($visit, $name, $table) = @_;
    $table //= \%main::;
    $visit->($name // 'main', $table);
    for my $key (sort keys %$table) {
        next if $key !~ /\A(\w.*)::\z/s || $key eq 'main::';
        my $inner = join '::', defined $name ? $name : (), $1;
        no strict 'refs';
        each_package($visit, $inner, \%{"${inner}::"});
    }
    return;
}

sub get_packages {
    my @names;
    each_package(sub { push @names, $_[0] });
    return @names;
}

sub kinds_in {
    my ($table) = @_;
    my %count = (CODE => 0, SCALAR => 0, ARRAY => 0, HASH => 0, IO => 0);
    for my $key (grep { !/::\z/ } keys %$table) {
        my $glob = \$table->{$key};
        if (ref $glob ne 'GLOB') {
            $count{CODE}++;    # a constant, or a sub that was only declared
            next;
        }
        $count{CODE}++   if defined *$glob{CODE};
        $count{SCALAR}++ if defined ${ *$glob{SCALAR} };
        $count{ARRAY}++  if defined *$glob{ARRAY};
        $count{HASH}++   if defined *$glob{HASH};
        $count{IO}++     if defined *$glob{IO};
    }
    return \%count;
}

sub status_symdump {
    my ($r) = @_;
    my $wanted = $r->path_info =~ m{\A/([\w:]+)\z} ? $1 : undef;
    return package_page($r, $wanted) if defined $wanted;
    my $where = escape_html($r->location // '');
    my @rows;
    each_package(
        sub {
            my ($name, $table) = @_;
            my $count = kinds_in($table);
            my $text  = escape_html($name);
            push @rows,
                [
                \qq{<a href="$where/$text?symdump">$text</a>},
                @$count{qw(CODE SCALAR ARRAY HASH IO)}
                ];
        }
    );
    my @head = qw(Package Subs Scalars Arrays Hashes Handles);
    return [ table(\@head, @rows) ];
}

sub subs_of {
    my ($package) = @_;
    no strict 'refs';
    my $table = \%{"${package}::"};
    return sort grep { !/::\z/ && defined &{"${package}::$_"} } keys %$table;
}

sub package_page {
    my ($r, $package) = @_;
    my $where = escape_html($r->location // '');
    my @rows;
    for my $sub (subs_of($package)) {
        my $name = escape_html("${package}::$sub");
        no strict 'refs';
        my ($file, $line) = cv_place(\&{"${package}::$sub"});
        push @rows,
            [
            \qq{<a href="$where/$name?status_cv_dump">$name</a>}, $file,
            $line
            ];
    }
    return [
        '<h1>' . escape_html($package) . '</h1>',
        table([ 'Sub', 'File', 'Line' ], @rows)
    ];
}

sub parents {
    my ($package) = @_;
    no strict 'refs';
    return @{"${package}::ISA"};
}

sub tree {
    my ($name, $below, $seen) = @_;
    my $text   = '<li>' . escape_html($name);
    my @inner  = $seen->{$name} ? () : $below->($name);
    my %inside = (%$seen, $name => 1);
    $text
        .= '<ul>'
        . join('', map { tree($_, $below, \%inside) } @inner) . '</ul>'
        if @inner;
    return "$text</li>";
}

# Each class with what it inherits from.
sub status_isa_tree {
    my @classes = grep { parents($_) } get_packages();
    return [ '<ul>', (map { tree($_, \&parents, {}) } @classes), '</ul>' ];
}

# Each base class with what inherits from it.
sub status_inh_tree {
    my %children;
    for my $class (get_packages()) {
        push @{ $children{$_} }, $class for parents($class);
    }
    my $below = sub { return @{ $children{ $_[0] } // [] } };
    my @roots = grep { !parents($_) } sort keys %children;
    return [ '<ul>', (map { tree($_, $below, {}) } @roots), '</ul>' ];
}

# --- the process ------------------------------------------------------------

sub status_env {
    return [
        table(
            [ 'Name', 'Value' ],
            map { [ $_, $ENV{$_} // '' ] } sort keys %ENV
        )
    ];
}

sub status_sig {
    return [
        table(
            [ 'Signal', 'Handler' ],
            map { [ $_, defined $SIG{$_} ? "$SIG{$_}" : '' ] } sort keys %SIG
        )
    ];
}

sub status_myconfig {
    return [ '<pre>' . escape_html(Config::myconfig()) . '</pre>' ];
}

sub status_section_config {
    require Apache2::PerlSections;
    return [ '<pre>' . escape_html(Apache2::PerlSections->dump) . '</pre>' ];
}

# --- one sub ----------------------------------------------------------------

sub has {
    my ($r, $option) = @_;
    for my $name ('StatusOptionsAll', $option) {
        my $value = $r->dir_config($name) // '';
        return 1 if $value =~ /\A(?:on|1|yes)\z/i;
    }
    return 0;
}

# The sub that makes the page, or one that says why not.
sub cv_page {
    my ($r,      $name) = @_;
    my ($option, $sub)  = @{ $Cv_Page{$name} };
    return $sub if !defined $option || has($r, $option);
    return sub {
        return [
            "<p>This page is off: <code>PerlSetVar $option On</code></p>"];
    };
}

# ( how, name, code ) of /how/Name::of::sub; code is undef when there is none.
sub cv_wanted {
    my ($r) = @_;
    my ($how, $name) = $r->path_info =~ m{\A(?:/(\w+))?/([\w:]+)\z};
    no strict 'refs';
    my $code = defined $name && defined &$name ? \&$name : undef;
    return ($how // '', $name // '', $code);
}

sub cv_file { return (cv_place($_[0]))[0] }

# File and line; undef for what is written in C.
sub cv_place {
    my ($code) = @_;
    my $cv     = B::svref_2object($code);
    my $start  = $cv->can('START') ? $cv->START : undef;
    return ($cv->FILE, $start && $start->can('line') ? $start->line : '');
}

sub no_sub {
    my ($name) = @_;
    return [ '<p>There is no sub ' . escape_html($name) . '.</p>' ];
}

sub status_cv_dump {
    my ($r) = @_;
    my (undef, $name, $code) = cv_wanted($r);
    return no_sub($name) if !$code;
    my ($file, $line) = cv_place($code);
    my $where = escape_html($r->location // '');
    my $text  = escape_html($name);
    my @links = map { qq{<li><a href="$where/$_</a></li>} } (
        has($r, 'StatusDeparse') ? qq{$text?noh_b_deparse">Its source} : (),
        has($r, 'StatusTerse')
        ? (
            qq{slow/$text?noh_b_terse">Syntax tree},
            qq{exec/$text?noh_b_terse">In the order of execution}
            )
        : (),
        has($r, 'StatusLexInfo') ? qq{$text?noh_b_lexinfo">Its variables}
        : (),
        has($r, 'StatusPeek') ? qq{$text?noh_peek">As Devel::Peek sees it}
        : (),
    );
    return [
        "<h1>$text</h1>",
        table(
            [ 'File', 'Line', 'Prototype' ],
            [ $file,  $line,  prototype($code) // '' ]
        ),
        '<ul>', @links, '</ul>'
    ];
}

sub noh_b_deparse {
    my ($r) = @_;
    my (undef, $name, $code) = cv_wanted($r);
    return no_sub($name) if !$code;
    require B::Deparse;
    my @options = split ' ', $r->dir_config('StatusDeparseOptions') // '';
    my $source  = B::Deparse->new(@options)->coderef2text($code);
    return [ '<pre>' . escape_html("sub $name $source") . '</pre>' ];
}

sub noh_b_terse {
    my ($r) = @_;
    my ($how, $name, $code) = cv_wanted($r);
    return no_sub($name)                        if !$code;
    return ['<p>This sub is written in C.</p>'] if !has_ops($code);
    require B::Concise;
    my $text = '';
    B::Concise::walk_output(\$text);
    B::Concise::compile('-terse', $how eq 'exec' ? '-exec' : '-basic', $code)
        ->();
    return [ '<pre>' . escape_html($text) . '</pre>' ];
}

sub has_ops {
    my ($code) = @_;
    my $root = B::svref_2object($code)->ROOT;
    return !$root->isa('B::NULL');
}

sub noh_b_lexinfo {
    my ($r) = @_;
    my (undef, $name, $code) = cv_wanted($r);
    return no_sub($name)                        if !$code;
    return ['<p>This sub is written in C.</p>'] if !has_ops($code);
    my @names = B::svref_2object($code)->PADLIST->ARRAYelt(0)->ARRAY;
    my @rows  = map { [$_] } grep { defined && length }
        map { $_->can('PV') ? $_->PV : undef } @names;
    return [ table(['Variable'], @rows) ];
}

# Devel::Peek writes to the descriptor, which is the error log.
sub noh_peek {
    my ($r) = @_;
    my (undef, $name, $code) = cv_wanted($r);
    return no_sub($name) if !$code;
    require Devel::Peek;
    Devel::Peek::Dump($code);
    return ['<p>It has been written into the error log.</p>'];
}

sub status_data_dump {
    my ($r) = @_;
    my ($kind, $name) = $r->path_info =~ m{\A/(\w+)/([\w:]+)\z};
    return no_sub('') if !defined $name;
    require Data::Dumper;
    no strict 'refs';
    my $value
        = $kind eq 'array' ? \@$name : $kind eq 'hash' ? \%$name : \$$name;
    my $text = Data::Dumper->new([$value], [$name])->Sortkeys(1)->Dump;
    return [ '<pre>' . escape_html($text) . '</pre>' ];
}

# --- HTML -------------------------------------------------------------------

sub escape_html {
    my ($text) = @_;
    $text =~ s/&/&amp;/g;
    $text =~ s/</&lt;/g;
    $text =~ s/>/&gt;/g;
    $text =~ s/"/&quot;/g;
    $text =~ s/'/&#39;/g;
    utf8::encode($text) if utf8::is_utf8($text);
    return $text;
}

# A reference in a cell is HTML already.
sub cell {
    my ($value) = @_;
    return ref $value eq 'SCALAR' ? $$value : escape_html($value // '');
}

sub table {
    my ($head, @rows) = @_;
    my $text = '<table><tr>';
    $text .= '<th>' . escape_html($_) . '</th>' for @$head;
    $text .= "</tr>\n";
    for my $row (@rows) {
        $text .= '<tr>' . join('', map { '<td>' . cell($_) . '</td>' } @$row);
        $text .= "</tr>\n";
    }
    return "$text</table>";
}

sub list {
    return
        '<ul>'
        . join('', map { '<li>' . escape_html("$_") . '</li>' } @_) . '</ul>';
}

1;
__END__

=head1 NAME

Apache2::Status - what the Perl of this server holds

=head1 SYNOPSIS

  <Location "/perl-status">
      SetHandler modperl
      PerlResponseHandler Apache2::Status
      Require ip 127.0.0.1
  </Location>

=head1 DESCRIPTION

Pages about the interpreter of the child that answers: loaded modules, required
files, compiled Registry scripts, symbol tables, inheritance, %ENV, %SIG,
Perl's own configuration, what C<< <Perl> >> sections have said. They show
paths and values that are nobody's business: protect the location.

The query string names the page: C<script>, C<inc>, C<rgysubs>, C<symdump>,
C<isa_tree>, C<inh_tree>, C<env>, C<sig>, C<section_config>, C<myconfig>. Below
C<symdump> there is a page for each package and for each sub.

=head1 OPTIONS

Pages that show code or data are off unless the location has, with PerlSetVar,
the value C<On> for:

=over

=item StatusDeparse

The source of a sub, as L<B::Deparse> makes it; StatusDeparseOptions gives it
options.

=item StatusTerse

The syntax tree of a sub, as L<B::Concise> shows it.

=item StatusLexInfo

The names of a sub's C<my> variables.

=item StatusPeek

A sub as L<Devel::Peek> shows it, in the error log.

=item StatusDumper

The value of a package variable: C</perl-status/hash/My::config?data_dump>.

=item StatusOptionsAll

All of these.

=back

=head1 FUNCTIONS

=head2 menu_item

  Apache2::Status->menu_item(
      name => 'Title in the menu',
      sub { my $r = shift; return ['<p>A page.</p>'] },
  );

Adds a page. The sub returns a reference to an array of HTML; L</escape_html>
is there for what it shows.

=head2 escape_html

  my $html = Apache2::Status::escape_html($text);

=cut
