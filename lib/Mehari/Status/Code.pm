package Mehari::Status::Code;

# The pages of Apache2::Status about one sub or variable. Their address has its
# name: /My::name/CODE?cv_dump, /exec/My::name?noh_b_terse.

use Mehari::Perl;
use B                       ();
use Exporter                qw(import);
use Mehari::Status::Html    qw(escape_html href list preformatted table);
use Mehari::Status::Symbols qw(glob_of);

our @EXPORT_OK = qw(cv_file cv_place status_cv_dump status_data_dump
    noh_b_deparse noh_b_lexinfo noh_b_terse noh_peek noh_xref b_deparse_link
    b_lexinfo_link b_terse_link peek_link xref_link);

# --- subject ------------------------------------------------------------------

# The words of the address after the address of the pages. Each must be a name.
sub words ($r) { return $r->path_info =~ m{([\w:]+)}g }

# (name, code); code is undef when there is none.
sub wanted ($r) {
    my @words = grep { !/\A(?:CODE|FUNCTION|slow|exec|basic)\z/ } words($r);
    my $name  = $words[-1] // '';
    no strict 'refs';
    return $name, defined &$name ? \&$name : undef;
}

sub no_such ($name) {
    return [ '<p>There is no sub ' . escape_html($name) . '.</p>' ];
}

sub in_c { return ['<p>This sub is written in C.</p>'] }

sub has_ops ($code) { return !B::svref_2object($code)->ROOT->isa('B::NULL') }

sub cv_file {
    my ($what) = @_;
    my $cv = ref $what eq 'CODE' ? B::svref_2object($what) : $what;
    return $cv->FILE;
}

# File and line; undef for a sub in C.
sub cv_place ($code) {
    my $cv    = B::svref_2object($code);
    my $start = $cv->can('START') ? $cv->START : undef;
    return ($cv->FILE, $start && $start->can('line') ? $start->line : '');
}

# --- links to more ----------------------------------------------------------

# A page that is off has no link.
sub link_if ($r, $what, $page, $words) {
    return if !Apache2::Status::has($r, $what);
    return href($r, "/$page", $words);
}

sub b_deparse_link {
    my ($r, $name) = @_;
    return link_if($r, deparse => "$name?noh_b_deparse", 'Its source');
}

sub b_lexinfo_link {
    my ($r, $name) = @_;
    return link_if($r, lexinfo => "$name?noh_b_lexinfo", 'Its variables');
}

sub b_terse_link {
    my ($r, $name) = @_;
    return join "\n",
        link_if($r, terse => "slow/$name?noh_b_terse", 'Syntax tree'),
        link_if(
        $r,
        terse => "exec/$name?noh_b_terse",
        'In the order of execution'
        );
}

sub peek_link {
    my ($r, $name, $type) = @_;
    return link_if(
        $r,
        peek => "$name/$type?noh_peek",
        'As Devel::Peek sees it'
    );
}

sub xref_link {
    my ($r, $name) = @_;
    return link_if($r, xref => "$name?noh_xref", 'What it uses, by line');
}

# --- pages ------------------------------------------------------------------

sub status_cv_dump {
    my ($r) = @_;
    my ($name, $code) = wanted($r);
    return no_such($name) if !$code;
    my ($file, $line) = cv_place($code);
    my $package = B::svref_2object($code)->STASH;
    $package = $package->isa('B::HV') ? $package->NAME : '';
    my @links = grep { defined && length } b_deparse_link($r, $name),
        b_terse_link($r, $name), b_lexinfo_link($r, $name),
        xref_link($r, $name),    peek_link($r, $name, 'CODE');
    return [
        '<h1>' . escape_html($name) . '</h1>',
        table(
            [ 'File', 'Line', 'Package', 'Prototype', 'Written in' ],
            [
                $file,
                $line,
                \href($r, "?$package", $package),
                prototype($code) // '',
                has_ops($code) ? 'Perl' : 'C'
            ]
        ),
        list(map { \$_ } @links)
    ];
}

sub noh_b_deparse {
    my ($r) = @_;
    my ($name, $code) = wanted($r);
    return no_such($name) if !$code;
    require B::Deparse;
    my @options = split ' ', $r->dir_config('StatusDeparseOptions') // '';
    my $source  = B::Deparse->new(@options)->coderef2text($code);
    return [ preformatted("sub $name $source") ];
}

sub noh_b_terse {
    my ($r) = @_;
    my ($name, $code) = wanted($r);
    return no_such($name) if !$code;
    return in_c()         if !has_ops($code);
    require B::Concise;
    my $order = (words($r))[0] eq 'exec' ? '-exec' : '-basic';
    my $text  = '';
    B::Concise::walk_output(\$text);
    B::Concise::compile('-terse', $order, $code)->();
    return [ preformatted($text) ];
}

sub noh_b_lexinfo {
    my ($r) = @_;
    my ($name, $code) = wanted($r);
    return no_such($name) if !$code;
    return in_c()         if !has_ops($code);
    my @names = B::svref_2object($code)->PADLIST->ARRAYelt(0)->ARRAY;
    my @rows  = map { [$_] } grep { defined && length }
        map { $_->can('PV') ? $_->PV : undef } @names;
    return [ table(['Variable'], @rows) ];
}

# Raw, because B::Xref otherwise adds up the output of all earlier calls.
sub noh_xref {
    my ($r) = @_;
    my ($name, $code) = wanted($r);
    return no_such($name) if !$code;
    return in_c()         if !has_ops($code);
    require B::Xref;
    open my $out, '>', \my $text;
    my $selected = select $out;
    my $made     = eval { B::Xref::compile('-r', $name)->(); 1 };
    select $selected;
    close $out;
    die $@ if !$made;
    return [ preformatted($text // '') ];
}

# A reference to the variable that the address names, such as /My::name/HASH, or
# undef.
sub thing ($name, $type) {
    $type = 'CODE' if $type eq 'FUNCTION';
    return         if $type !~ /\A(?:CODE|SCALAR|ARRAY|HASH)\z/;
    my $glob = glob_of($name) or return;
    return *$glob{$type};
}

sub of_address ($r) {
    my ($name, $type) = (words($r))[ -2, -1 ];
    my $thing = defined $type ? thing($name, $type) : undef;
    return $name // '', $type // '', $thing;
}

sub nothing_at ($name, $type) {
    return [  '<p>There is no '
            . escape_html(lc $type || 'variable')
            . ' of the name '
            . escape_html($name)
            . '.</p>' ];
}

sub noh_peek {
    my ($r) = @_;
    my ($name, $type, $thing) = of_address($r);
    return nothing_at($name, $type) if !$thing;
    return [ preformatted(peek($thing)) ];
}

# Devel::Peek writes to file descriptor 2, not to STDERR.
sub peek ($thing) {
    require Devel::Peek;
    open my $text,  '+>',  undef    or die "no temporary file: $!\n";
    open my $saved, '>&',  \*STDERR or die "STDERR: $!\n";
    open STDERR,    '>&=', $text    or die "STDERR: $!\n";
    Devel::Peek::Dump($thing);
    open STDERR, '>&', $saved or die "STDERR: $!\n";
    seek $text, 0, 0;
    local $/;
    return <$text>;
}

sub status_data_dump {
    my ($r) = @_;
    my ($name, $type, $thing) = of_address($r);
    return nothing_at($name, $type) if !$thing;
    require Data::Dumper;
    my $text = Data::Dumper->new([$thing], ["*$name"])->Sortkeys(1)->Dump;
    my $more = peek_link($r, $name, $type);
    return [ preformatted($text), defined $more ? list(\$more) : () ];
}

1;

__END__

=head1 NAME

Mehari::Status::Code - pages of Apache2::Status about one sub or variable

=cut
