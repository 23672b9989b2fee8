package Mehari::Migrate::Walk;

# Reads a whole configuration in httpd's order: follows Include, decides
# IfModule, IfDefine and IfFile as httpd would, and lists every directive with
# the containers around it.

use Mehari::Perl;
no warnings 'recursion';    # Include may be nested deeper than Perl thinks
use File::Basename        qw(basename);
use File::Glob            qw(bsd_glob);
use File::Spec::Functions qw(rel2abs canonpath);
use Cwd                   qw(abs_path);

use Mehari::File           qw(bytes_of);
use Mehari::Migrate::Lines qw(parse);

# httpd's own limit on nested Include.
use constant MAX_DEPTH => 128;

my %CONDITION = map { $_ => 1 }
    qw(ifmodule ifdefine iffile ifversion ifdirective ifsection);

# root, main, env, defines => [...], static => [module names], prefork => 1 to
# read it as if the prefork MPM were loaded, text => { file => its text } to
# read these files as if they had that text.
sub new ($class, %option) {
    my $self = bless {
        %option,
        define     => {},
        module     => {},
        directives => [],
        text       => { %{ $option{text} // {} } },
        stack      => [],
    }, $class;
    $self->{define}{$_} = '' for @{ $option{defines} // [] };
    $self->loaded("${_}_module", "mod_$_.so") for @{ $option{static} // [] };
    return $self;
}

sub walk ($self) {
    $self->file($self->{main}, 0);
    return $self;
}

sub directives ($self) { return @{ $self->{directives} } }

# Bytes of every file that was read, by its real path.
sub text_of ($self, $file) { return $self->{text}{$file} }

sub has_module  ($self, $name) { return $self->{module}{$name} }
sub server_root ($self)        { return $self->{root} }

sub file ($self, $shown, $depth) {
    $depth < MAX_DEPTH
        or die "$shown: Include is nested too deeply; does it include"
        . " itself?\n";
    my $file = abs_path($shown) // $shown;
    $self->{text}{$file} //= bytes_of($shown);
    my $lines = $self->{lines}{$file} //= [ parse($self->{text}{$file}) ];
    my $outer = @{ $self->{stack} };
    for my $line (@$lines) {
        $self->line($line, $file, $shown, $depth);
    }
    splice @{ $self->{stack} }, $outer;
    return;
}

sub line ($self, $line, $file, $shown, $depth) {
    my $kind = $line->{kind};
    return $self->open_container($line, $file, $shown) if $kind eq 'open';
    return pop @{ $self->{stack} }                     if $kind eq 'close';
    return if $kind ne 'directive';
    my $found = $self->occurrence($line, $file, $shown);
    push @{ $self->{directives} }, $found;
    $self->execute($found, $depth) if $found->{active};
    return;
}

sub open_container ($self, $line, $file, $shown) {
    my $found = $self->occurrence($line, $file, $shown);
    push @{ $self->{directives} }, $found if $line->{name} ne 'perl';
    my $active = $found->{active};
    $active &&= $self->holds($found) if $CONDITION{ $line->{name} };
    push @{ $self->{stack} },
        {
        %$found,
        active    => $active,
        condition => $CONDITION{ $line->{name} },
        };
    return;
}

sub occurrence ($self, $line, $file, $shown) {
    my @stack = @{ $self->{stack} };
    my ($host) = grep { $_->{name} eq 'virtualhost' } @stack;
    return {
        name   => $line->{name},
        kind   => $line->{kind},
        tail   => $line->{tail},
        args   => [ map { $self->expand($_->{text}) } @{ $line->{args} } ],
        line   => $line,
        number => $line->{first} + 1,
        file   => $file,
        shown  => $shown,
        stack  => \@stack,
        host   => $host  ? "$host->{file}:$host->{number}" : '',
        active => @stack ? $stack[-1]{active}              : 1,
    };
}

# ${NAME} becomes a Define's value, or else the environment's; otherwise it
# stays.
sub expand ($self, $text) {
    return $text =~ s/\$\{([^{}:]+)\}/$self->variable($1)/ger;
}

sub variable ($self, $name) {
    return $self->{define}{$name} // $self->{env}{$name} // "\${$name}";
}

# --- conditions ------------------------------------------------------------

sub holds ($self, $found) {
    my ($name, $arg) = ($found->{name}, $found->{args}[0] // '');
    my $not = $arg =~ s/^!//;
    my $holds
        = $name eq 'ifmodule' ? $self->{module}{$arg}
        : $name eq 'ifdefine' ? exists $self->{define}{$arg}
        : $name eq 'iffile'   ? -e $self->path($arg)
        : $name eq 'ifdirective'
        && $arg eq 'PerlCgiScripts' ? $self->{module}{perl_module}
        : !$not;    # cannot be known: look inside
    return ($holds xor $not) ? 1 : 0;
}

# --- what httpd executes while it reads ------------------------------------

sub execute ($self, $found, $depth) {
    my ($name, @args) = ($found->{name}, @{ $found->{args} });
    return if !@args;
    if ($name eq 'include' || $name eq 'includeoptional') {
        $self->include($args[0], $depth);
    }
    elsif ($name eq 'define') {
        $self->{define}{ $args[0] } = $args[1] // '';
    }
    elsif ($name eq 'undefine')   { delete $self->{define}{ $args[0] } }
    elsif ($name eq 'serverroot') { $self->{root} = canonpath($args[0]) }
    elsif ($name eq 'loadmodule') { $self->loaded(@args) }
    return;
}

# A module is known by its symbol and by the name of its source.
sub loaded ($self, $symbol, $so = '') {
    $symbol = 'mpm_prefork_module'
        if $self->{prefork} && $symbol =~ /^mpm_\w+_module\z/;
    (my $short = $symbol) =~ s/_module\z//;
    my $source = basename($so) =~ s/\.\w+\z//r;
    my @names  = ($symbol, "mod_$short.c");
    push @names, "$source.c" if $source ne '';
    push @names, "$1.c"      if $short =~ /^mpm_(\w+)/;
    $self->{module}{$_} = 1 for @names;
    return;
}

# A missing file is an error for Include and fine for IncludeOptional.
# configtest reports that error.
sub include ($self, $pattern, $depth) {
    my $path  = $self->path($pattern);
    my @found = -d $path ? $path : bsd_glob($path, 0);
    $self->file($_, $depth + 1) for map { plain_files($_) } @found;
    return;
}

sub plain_files ($path) {
    return -f $path ? $path : () if !-d $path;
    opendir my $dir, $path or die "Cannot read $path: $!.\n";
    my @names = sort grep { !/^\.\.?\z/ } readdir $dir;
    return map { plain_files("$path/$_") } @names;
}

sub path ($self, $name) { return rel2abs($name, $self->{root}) }

1;

__END__

=head1 NAME

Mehari::Migrate::Walk - the directives of a configuration, in httpd's order

=head1 METHODS

=over

=item new(root, main, env, defines, static, prefork, text)

=item walk

Reads everything. Dies with one sentence when a file cannot be read.

=item directives

Every directive and container, each with file, line number, expanded
arguments, the containers around it, its virtual host, and whether the
conditions around it hold.

=item text_of($file), has_module($name), path($name)

=back

=cut
