package Apache2::Status;

# Pages about the interpreter of this child.

use Mehari::Perl;

use Apache2::Const -compile => qw(OK NOT_FOUND);
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::ServerUtil  ();
use Cwd                  ();
use File::Spec           ();

use Mehari::Status::Code qw(cv_file cv_place status_cv_dump status_data_dump
    noh_b_deparse noh_b_lexinfo noh_b_terse noh_peek noh_xref b_deparse_link
    b_lexinfo_link b_terse_link peek_link xref_link);
use Mehari::Status::Html qw(escape_html href list preformatted table where);
use Mehari::Status::Symbols qw(get_packages get_packages_per_handler as_HTML
    symdump table_of status_symdump status_isa_tree status_inh_tree);

our $VERSION = '4.01';

# Pages in the order of the menu. The page of a name is the sub status_NAME.
my @Menu = (
    [ script         => 'PerlRequire\'d files' ],
    [ inc            => 'Loaded modules' ],
    [ rgysubs        => 'Compiled Registry scripts' ],
    [ symdump        => 'Symbol table' ],
    [ isa_tree       => 'ISA tree' ],
    [ inh_tree       => 'Inheritance tree' ],
    [ env            => 'Environment' ],
    [ sig            => 'Signal handlers' ],
    [ section_config => 'Perl section configuration' ],
    [ myconfig       => 'Perl configuration' ],
);

# Pages that show code or data: the variable that allows each, and its module.
my %Requires = (
    b       => [ undef,           'B' ],
    symdump => [ undef,           'B' ],
    deparse => [ 'StatusDeparse', 'B::Deparse' ],
    terse   => [ 'StatusTerse',   'B::Concise' ],
    lexinfo => [ 'StatusLexInfo', 'B' ],
    xref    => [ 'StatusXref',    'B::Xref' ],
    peek    => [ 'StatusPeek',    'Devel::Peek' ],
    dumper  => [ 'StatusDumper',  'Data::Dumper' ],
);

# Pages of one sub or variable, in no menu, and what each requires.
my %About = (
    cv_dump       => [ b       => \&status_cv_dump ],
    data_dump     => [ dumper  => \&status_data_dump ],
    noh_b_deparse => [ deparse => \&noh_b_deparse ],
    noh_b_lexinfo => [ lexinfo => \&noh_b_lexinfo ],
    noh_b_terse   => [ terse   => \&noh_b_terse ],
    noh_peek      => [ peek    => \&noh_peek ],
    noh_xref      => [ xref    => \&noh_xref ],
);

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
    my ($row) = grep { $_->[0] eq $name } @Menu;
    push @Menu, $row = [$name] if !$row;
    $row->[1] = $title;
    no strict 'refs';
    no warnings 'redefine';
    *{"status_$name"} = $sub if ref $sub eq 'CODE';
    return;
}

sub handler {
    my ($r)  = @_;
    my $sub  = page_of($r) or return Apache2::Const::NOT_FOUND;
    my $body = join '', map { "$_\n" } @{ $sub->($r) };
    header($r);
    $r->print($body, "</body></html>\n") if !$r->header_only;
    return Apache2::Const::OK;
}

# The sub that makes the page that the query string asks for.
sub page_of {
    my ($r)    = @_;
    my ($name) = ($r->args // '') =~ /\A([\w:]*)/;
    return \&status_menu         if $name eq '';
    return about_page($r, $name) if $About{$name};
    no strict 'refs';
    return \&{"status_$name"} if defined &{"status_$name"};
    return sub { [ symdump($r, $name) ] }
        if table_of($name);
    return;
}

# The page of one sub or variable, or one that says why there is none.
sub about_page {
    my ($r,    $name)   = @_;
    my ($what, $sub)    = @{ $About{$name} };
    my ($key,  $module) = @{ $Requires{$what} };
    return $sub if has($r, $what);
    return sub { [ install_hint($module) ] }
        if !defined $key || status_config($r, $key);
    return sub {
        ["<p>This page is off: <code>PerlSetVar $key On</code></p>"];
    };
}

sub header {
    my ($r) = @_;
    $r->content_type('text/html; charset=UTF-8');
    return if $r->header_only;
    my $where   = where($r);
    my $what    = escape_html(Apache2::ServerUtil::get_server_banner());
    my $since   = localtime $^T;
    my $version = sprintf '%vd', $^V;
    $r->print(<<~"HTML");
        <!DOCTYPE html>
        <html><head><title>Perl in this server</title>
        <style>$Style</style></head><body>
        <p>Embedded Perl version <b>v$version</b> for <b>$what</b>,
        process <b>$$</b>, running since $since.
        <a href="$where">All pages</a></p>
        <hr>
        HTML
    return;
}

sub status_menu {
    my ($r) = @_;
    return [ list(map { \href($r, "?$_->[0]", $_->[1]) } @Menu) ];
}

# --- what is on ---------------------------------------------------------------

# True if the variable is On, or the variable that turns all pages on.
sub status_config {
    my ($r, $key) = @_;
    for my $name ($key, 'StatusOptionsAll') {
        return 1 if lc($r->dir_config($name) // '') eq 'on';
    }
    return '';
}

sub has {
    my ($r,   $what)   = @_;
    my ($key, $module) = @{ $Requires{$what} || return 0 };
    return 0 if defined $key && !status_config($r, $key);
    return eval { require $module =~ s{::}{/}gr . '.pm'; 1 } ? 1 : 0;
}

sub install_hint {
    my ($module) = @_;
    my $text = escape_html($module);
    return "<p>This page needs the module <code>$text</code>.</p>";
}

# The version that require would find, as a number; 0 without one.
sub parse_version {
    my ($module) = @_;
    require Module::Metadata;
    my $found   = Module::Metadata->new_from_module($module) or return 0;
    my $version = $found->version                            or return 0;
    return 0 + $version->numify;
}

# --- what is loaded -----------------------------------------------------------

sub status_inc {
    my ($r) = @_;
    my @rows;
    for my $file (sort keys %INC) {
        next if $file        !~ /\.pm\z/;
        (my $module = $file) =~ s{/}{::}g;
        $module              =~ s/\.pm\z//;
        no strict 'refs';
        my $version = ${"${module}::VERSION"};
        push @rows,
            [
            \href($r, "?$module", $module), $version // '',
            changed($INC{$file}),           $INC{$file}
            ];
    }
    return [
        table([ 'Package', 'Version', 'Modified', 'File' ], @rows),
        '<h2>@INC</h2>', list(map { "$_" } @INC),
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

# --- Registry -----------------------------------------------------------------

my $Cache;

# The table of compiled scripts: package => its entry. A class with a table of
# its own sets it here.
sub registry_cache {
    my ($class, $cache) = @_;
    $Cache = $cache if $cache;
    return $Cache // \%ModPerl::RegistryCache;
}

sub status_rgysubs {
    my ($r) = @_;
    my $cache = registry_cache();
    my (%class, %of_file);
    for my $package (sort keys %$cache) {
        my ($class) = $package =~ /\AModPerl::ROOT::([\w:]+)::\w+\z/;
        my $file = script_file($package);
        push @{ $class{ $class // '' } },
            [
            \href($r, "?$package", $package), $file,
            script_time($cache->{$package})
            ];
        push @{ $of_file{$file} }, $package if $file ne '';
    }
    return ['<p>This process has compiled no Registry script.</p>']
        if !%class;
    return [
        (map { scripts_of($_, $class{$_}) } sort keys %class),
        several_names($r, \%of_file)
    ];
}

sub scripts_of {
    my ($class, $rows) = @_;
    return ('<h2>' . escape_html($class) . '</h2>',
        table([ 'Package', 'Script', 'Script modified' ], @$rows));
}

sub script_file {
    my ($package) = @_;
    no strict 'refs';
    my $code = defined &{"${package}::handler"} && \&{"${package}::handler"};
    return $code ? cv_file($code) : '';
}

sub script_time {
    my ($entry) = @_;
    my $time    = ref $entry eq 'HASH' ? $entry->{mtime} : undef;
    return defined $time ? scalar localtime $time : '';
}

# A script with several names has its code and variables in memory once for
# each.
sub several_names {
    my ($r, $of_file) = @_;
    my @rows;
    for my $file (sort keys %$of_file) {
        my @packages = @{ $of_file->{$file} };
        next if @packages < 2;
        my @links = map { href($r, "?$_", $_) } @packages;
        push @rows, [ $file, \join '<br>', @links ];
    }
    return if !@rows;
    return (
        '<h2>Compiled under several names</h2>',
        '<p>Each has variables of its own, and takes memory.</p>',
        table([ 'Script', 'Packages' ], @rows)
    );
}

# --- the process --------------------------------------------------------------

sub status_env {
    my ($r) = @_;
    my $handler = escape_html($r->handler // '');
    return [
        qq{<p>As a handler under <code>SetHandler $handler</code> sees it.</p>},
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

sub myconfig { require Config; return Config::myconfig() }

sub status_myconfig { return [ preformatted(myconfig()) ] }

sub status_section_config {
    require Apache2::PerlSections;
    return [ preformatted(Apache2::PerlSections->dump) ];
}

1;
__END__

=head1 NAME

Apache2::Status - pages about the Perl interpreter of a server

=head1 SYNOPSIS

    <Location "/perl-status">
        SetHandler modperl
        PerlResponseHandler Apache2::Status
        Require ip 127.0.0.1
    </Location>

=head1 DESCRIPTION

The handler shows pages about the interpreter of the child process that
answers: loaded modules, required files, compiled Registry scripts, symbol
tables, inheritance, C<%ENV>, C<%SIG>, Perl's configuration, and the
configuration of C<< <Perl> >> sections. The pages can show secrets such as
passwords, so protect the location.

The query string chooses the page: C<script>, C<inc>, C<rgysubs>, C<symdump>,
C<isa_tree>, C<inh_tree>, C<env>, C<sig>, C<section_config>, C<myconfig>, or
the name of a package, for its symbol table. Each sub and variable in a symbol
table has a page of its own, for example F</perl-status/My::sub/CODE?cv_dump>.

C<rgysubs> shows the Registry scripts that this process has compiled, grouped
by class. Several URIs or virtual hosts can lead to the same script, which is
then compiled several times. Such scripts are listed again at the end.

=head1 OPTIONS

Pages that show code or data are off by default. Set one of these variables to
C<On> with PerlSetVar in the location:

=over

=item StatusDeparse

The source code of a sub, from L<B::Deparse>. StatusDeparseOptions has options
for it.

=item StatusTerse

The syntax tree of a sub, from L<B::Concise>.

=item StatusLexInfo

The names of a sub's C<my> variables.

=item StatusXref

The variables and subs that a sub uses, with their lines, from L<B::Xref>.

=item StatusPeek

Perl's internal data of a sub or variable, from L<Devel::Peek>.

=item StatusDumper

The value of a package variable, for example
F</perl-status/My::config/HASH?data_dump>.

=item StatusOptionsAll

All pages above.

=item StatusRdump

The page of a package also shows the packages below it.

=back

=head1 FUNCTIONS

=head2 handler

    $status = Apache2::Status::handler($r);

httpd calls the function for PerlResponseHandler. Each page has a sub of its
own, which gets $r and returns a reference to an array of HTML:
C<status_script>, C<status_inc>, C<status_rgysubs>, C<status_symdump>,
C<status_isa_tree>, C<status_inh_tree>, C<status_env>, C<status_sig>,
C<status_section_config>, C<status_myconfig>, C<status_cv_dump>,
C<status_data_dump>, C<noh_b_deparse>, C<noh_b_terse>, C<noh_b_lexinfo>,
C<noh_xref>, C<noh_peek>.

B<Returns:> C<Apache2::Const::OK>, or C<Apache2::Const::NOT_FOUND> if there is
no such page.

B<Errors:> none of its own.

B<Phase:> response handlers.

B<Example:> a handler of your own shows one of the pages.

    require Apache2::Status;
    Apache2::Status::header($r);
    $r->print(@{ Apache2::Status::status_inc($r) }, '</body></html>');

=head2 menu_item

    Apache2::Status->menu_item($name => $title, $code);

The method adds a page of your own to the menu. $name is its query string.
$code gets $r and returns a reference to an array of HTML. The code becomes
the sub C<Apache2::Status::status_NAME>. A module should first ask whether
Apache2::Status is loaded.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> when the server starts, so that all child processes have the page.

B<Example:>

    our %cache;
    Apache2::Status->menu_item(
        cache => 'The cache',
        sub ($r) { return [ '<p>', scalar(keys %cache), ' entries</p>' ] },
    ) if Apache2::Module::loaded('Apache2::Status');

=head2 escape_html

    $html = Apache2::Status::escape_html($text);

The function escapes text for HTML.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> the result is C<a &lt; b>.

    require Apache2::Status;
    my $html = Apache2::Status::escape_html('a < b');

=head2 header

    Apache2::Status::header($r);

The function sets the content type of the response, and prints the beginning
of the page.

B<Returns:> nothing.

B<Errors:> it throws an L<APR::Error> if the data cannot be sent.

B<Phase:> response handlers.

B<Example:>

    require Apache2::Status;
    Apache2::Status::header($r);
    $r->print('<p>my own page</p></body></html>');

=head2 status_config, has

    $bool = Apache2::Status::status_config($r, $variable);
    $bool = Apache2::Status::has($r, $what);

C<status_config> tells whether a variable, or StatusOptionsAll, is C<On> for
this request. C<has> tells whether a kind of page (C<deparse>, C<terse>,
C<lexinfo>, C<xref>, C<peek>, C<dumper>) is on and its Perl module installed.

B<Returns:> true or false.

B<Errors:> none of their own.

B<Example:>

    require Apache2::Status;
    my $on = Apache2::Status::status_config($r, 'StatusCamel');

=head2 install_hint

    $html = Apache2::Status::install_hint($module);

The function returns a paragraph which says that a page needs a Perl module.

B<Returns:> a string of HTML.

B<Errors:> none of its own.

B<Example:>

    require Apache2::Status;
    my $html = Apache2::Status::install_hint('GD::Graph');

=head2 parse_version

    $number = Apache2::Status::parse_version($module);

The function reads the version of a module from its file in C<@INC>, without
loading the module.

B<Returns:> a number; 0 if it finds no version.

B<Errors:> none of its own.

B<Example:>

    require Apache2::Status;
    my $number = Apache2::Status::parse_version('CGI');

=head2 registry_cache

    $scripts = Apache2::Status->registry_cache;
    $scripts = Apache2::Status->registry_cache($hash);

The method reads or sets the hash of compiled scripts. Its keys are the
packages of the scripts. The default is C<%ModPerl::RegistryCache>.

B<Returns:> a reference to a hash.

B<Errors:> none of its own.

B<Example:> the number of compiled scripts.

    require Apache2::Status;
    my $count = keys %{ Apache2::Status->registry_cache };

=head2 get_packages, get_packages_per_handler

    %names = Apache2::Status::get_packages();
    %names = Apache2::Status::get_packages_per_handler($root);

C<get_packages> returns the names of all packages. C<get_packages_per_handler>
returns those of Registry scripts, by the class that runs them.

B<Returns:> C<get_packages> a list of names, C<get_packages_per_handler> a
hash of classes and references to arrays of names.

B<Errors:> none of their own.

B<Example:>

    require Apache2::Status;
    my %scripts
        = Apache2::Status::get_packages_per_handler('ModPerl::ROOT');

=head2 symdump, as_HTML

    $html = Apache2::Status::symdump($r, $package);
    $html = $dump->Apache2::Status::as_HTML($package, $r);

The functions return the symbol table of a package as a page. C<as_HTML> is
called as a method of a L<Devel::Symdump> object.

B<Returns:> a string of HTML.

B<Errors:> none of their own.

B<Example:>

    require Apache2::Status;
    my $html = Apache2::Status::symdump($r, 'APR::Table');

=head2 myconfig, cv_file

    $text = Apache2::Status::myconfig();
    $file = Apache2::Status::cv_file($code);

C<myconfig> returns Perl's configuration, with which the output of C<perl -V>
begins. C<cv_file> returns the file that a sub was compiled from. $code is a
code reference, or an object of L<B>.

B<Returns:> a string.

B<Errors:> none of their own.

B<Example:>

    require Apache2::Status;
    my $file = Apache2::Status::cv_file(\&Apache2::Status::handler);

=head2 b_deparse_link, b_lexinfo_link, b_terse_link, peek_link, xref_link

    $html = Apache2::Status::b_deparse_link($r, $sub);
    $html = Apache2::Status::peek_link($r, $name, $type);

The functions make a link to a page of the sub or variable.

B<Returns:> a string of HTML, or nothing if the page is off.

B<Errors:> none of their own.

B<Example:>

    require Apache2::Status;
    my $html = Apache2::Status::peek_link($r, 'My::config', 'HASH');

=head1 SEE ALSO

L<Apache2::PerlSections>, L<ModPerl::Registry>, F<docs/status.md>

=cut
