package Mehari::Status::Symbols;

# The pages of Apache2::Status about packages and inheritance.

use Mehari::Perl;
use Exporter             qw(import);
use Mehari::Status::Html qw(escape_html href list table);

our @EXPORT_OK
    = qw(glob_of table_of get_packages get_packages_per_handler as_HTML symdump
    status_symdump status_isa_tree status_inh_tree);

# --- packages ---------------------------------------------------------------

# All packages from one on: calls the sub with each name and symbol table.
sub each_package ($visit, $name, $table = \%main::) {
    $visit->($name, $table);
    my $prefix = $name eq 'main' ? '' : "${name}::";
    for my $key (sort keys %$table) {
        next if $key !~ /\A(\w.*)::\z/s || $key eq 'main::';
        no strict 'refs';
        each_package($visit, "$prefix$1", \%{"$prefix${1}::"});
    }
    return;
}

sub get_packages {
    my @names;
    each_package(sub { push @names, $_[0] }, 'main');
    return @names;
}

sub packages_below ($package) {
    my $table = table_of($package) // {};
    return map { s/::\z//r } grep { /\A\w.*::\z/s && $_ ne 'main::' }
        sort keys %$table;
}

# Packages of scripts, by the package of their handler: only packages in which
# there are no others.
sub get_packages_per_handler ($root, @) {
    my %packages;
    my $table = table_of($root) or return;
    each_package(
        sub ($name, $) {
            return if packages_below($name);
            push $packages{$1}->@*, $2
                if $name =~ /\A\Q$root\E::([\w:]+)::(\w+)\z/;
        },
        $root,
        $table
    );
    return %packages;
}

# --- look-ups that create nothing
# -----------------------------------------------

# The symbol table of a package, or undef.
sub table_of ($package) {
    my $table = \%main::;
    for my $part (split /::/, $package) {
        return if !exists $table->{"${part}::"};
        $table = *{ $table->{"${part}::"} }{HASH} or return;
    }
    return $table;
}

# The glob of a name, or undef.
sub glob_of ($full) {
    my ($package, $name) = $full =~ /\A(?:(.*)::)?(\w+)\z/ or return;
    my $table = table_of($package // 'main');
    return if !$table || !exists $table->{$name};
    return ref \$table->{$name} eq 'GLOB' ? \$table->{$name} : undef;
}

# --- a symbol table ---------------------------------------------------------

my @Kinds = (
    [ Subs    => 'CODE' ],
    [ Scalars => 'SCALAR' ],
    [ Arrays  => 'ARRAY' ],
    [ Hashes  => 'HASH' ],
    [ Handles => 'IO' ],
);

# A table's names: kind => [ names ].
sub names_in ($table) {
    my %names = map { $_->[1] => [] } @Kinds;
    for my $key (grep { !/::\z/ } sort keys %$table) {
        my $glob = \$table->{$key};
        if (ref $glob ne 'GLOB') {
            push $names{CODE}->@*, $key;    # a constant, or only declared
            next;
        }
        push $names{CODE}->@*,   $key if defined *$glob{CODE};
        push $names{SCALAR}->@*, $key if defined ${ *$glob{SCALAR} };
        push $names{ARRAY}->@*,  $key if defined *$glob{ARRAY};
        push $names{HASH}->@*,   $key if defined *$glob{HASH};
        push $names{IO}->@*,     $key if defined *$glob{IO};
    }
    return \%names;
}

# A name, with a link if it has a page of its own.
sub entry ($r, $package, $kind, $name) {
    my $full = "${package}::$name";
    return escape_html($name)                     if $full !~ /\A[\w:]+\z/;
    return href($r, "/$full/CODE?cv_dump", $name) if $kind eq 'CODE';
    return escape_html($name)
        if $kind eq 'IO' || !Apache2::Status::has($r, 'dumper');
    return href($r, "/$full/$kind?data_dump", $name);
}

sub status_symdump {
    my ($r) = @_;
    return [ symdump($r, $1) ] if $r->path_info =~ m{\A/([\w:]+)\z};
    my @rows;
    each_package(
        sub ($name, $table) {
            my $names = names_in($table);
            my $link  = href($r, "?$name", $name);
            push @rows,
                [ \$link, map { scalar $names->{ $_->[1] }->@* } @Kinds ];
        },
        'main'
    );
    return [ table([ 'Package', map { $_->[0] } @Kinds ], @rows) ];
}

# The symbol table of one package, as HTML; with StatusRdump those of the
# packages below it too.
sub symdump {
    my ($r, $package) = @_;
    my $all = table_of($package) // {};
    my @html;
    my $one
        = sub ($name, $table) { push @html, package_html($r, $name, $table) };
    if (lc($r->dir_config('StatusRdump') // '') eq 'on') {
        each_package($one, $package, $all);
    }
    else { $one->($package, $all) }
    return join "\n", @html;
}

# The same, under the name of the method in Devel::Symdump.
sub as_HTML {
    my (undef, $package, $r) = @_;
    return symdump($r, $package);
}

sub package_html ($r, $package, $table) {
    my $names  = names_in($table);
    my $prefix = $package eq 'main' ? '' : "${package}::";
    my @below  = map { href($r, "?$prefix$_", $_) } packages_below($package);
    my @rows   = ([ 'Packages', \join ', ', @below ]);
    for my $row (@Kinds) {
        my ($title, $kind) = @$row;
        my @entries
            = map { entry($r, $package, $kind, $_) } $names->{$kind}->@*;
        push @rows, [ $title, \join ', ', @entries ];
    }
    return
          '<h1>'
        . escape_html($package) . '</h1>'
        . table([ 'Kind', 'Names' ], @rows);
}

# --- inheritance ------------------------------------------------------------

sub parents ($package) {
    no strict 'refs';
    return @{"${package}::ISA"};
}

sub tree ($name, $below, $seen = {}) {
    my @inner  = $seen->{$name} ? () : $below->($name);
    my %inside = (%$seen, $name => 1);
    my $text   = escape_html($name);
    $text .= list(map { \tree($_, $below, \%inside) } @inner) if @inner;
    return $text;
}

# Each class with its base classes.
sub status_isa_tree {
    my @classes = grep { parents($_) } get_packages();
    return [ list(map { \tree($_, \&parents) } @classes) ];
}

# Each base class with the classes that inherit from it.
sub status_inh_tree {
    my %children;
    for my $class (get_packages()) {
        push $children{$_}->@*, $class for parents($class);
    }
    my @roots = grep { !parents($_) } sort keys %children;
    my $below = sub ($name) { return ($children{$name} // [])->@* };
    return [ list(map { \tree($_, $below) } @roots) ];
}

1;

__END__

=head1 NAME

Mehari::Status::Symbols - pages of Apache2::Status about packages

=cut
