package Mehari::Migrate::Site;

# A configuration's directories and programs: which directories a directive is
# about, and the programs in them.

use Mehari::Perl;
use File::Glob qw(bsd_glob);

use Mehari::Migrate::Scripts;
use Mehari::Migrate::Text qw($MAGIC $NAMED_BY_RULE);

my $NAMES_CGI = qr/^\s*(?:
    (?:Add|Set)Handler \s+ "?cgi-script\b
    | (?:Add|Force)Type \s+ "?\Q$MAGIC\E\b
    | RewriteRule \s .* \s "?\[ .* $NAMED_BY_RULE
)/xi;

my %TARGET = map { $_ => 1 } qw(alias scriptalias);

sub new ($class, $walk) {
    my $self = bless {
        walk    => $walk,
        scripts => Mehari::Migrate::Scripts->new,
        root    => [],
        alias   => [],
        access  => ['.htaccess'],
    }, $class;
    $self->learn($_) for grep { $_->{active} } $walk->directives;
    return $self;
}

sub scripts ($self) { return $self->{scripts} }

sub learn ($self, $found) {
    my ($name, @args) = ($found->{name}, @{ $found->{args} });
    return if !@args;
    if ($name eq 'documentroot') {
        $self->root($found, $args[0]);
        $self->alias($found, '', $args[0]);
    }
    elsif ($TARGET{$name} && @args == 2) {
        $self->root($found, $args[1]);
        $self->alias($found, @args);
    }
    elsif ($name eq 'options' && grep { /^\+?(?:ExecCGI|All)\z/i } @args) {
        my ($dir) = grep { $_->{name} eq 'directory' } @{ $found->{stack} };
        $self->root($found, $dir->{args}[0]) if $dir;
    }
    elsif ($name eq 'accessfilename') { $self->{access} = \@args }
    return;
}

sub alias ($self, $found, $url, $name) {
    push @{ $self->{alias} },
        { host => $found->{host}, url => $url, path => $self->path($name) };
    return;
}

sub path ($self, $name) { return $self->{walk}->path($name) }

sub root ($self, $found, $name) {
    my $path = $self->path($name);
    push @{ $self->{root} }, { host => $found->{host}, path => $path };
    return;
}

# Directories whose files a virtual host ('' is the main server) serves. The
# main server's configuration is inherited by all.
sub roots ($self, $host) {
    my %seen;
    my @roots = grep { $_ ne '/' && -e && !$seen{$_}++ }
        map { s{(?<=.)/+\z}{}r } map { $_->{path} }
        grep { $host eq '' || $_->{host} eq '' || $_->{host} eq $host }
        @{ $self->{root} };
    return grep { !below($_, @roots) } @roots;
}

sub below ($path, @others) {
    return grep { $_ ne $path && index($path, "$_/") == 0 } @others;
}

# --- the files that a directive is about -------------------------------------

# Every file below the containers of a directive, or below the places given,
# that the Files containers let through; and true if all places exist.
sub files ($self, $found, @places) {
    @places = $self->places($found) if !@places;
    my @filters = map { filter($_) } @{ $found->{stack} };
    my @files   = map { $self->{scripts}->files($_) } @places;
    for my $filter (@filters) {
        @files = grep { $filter->(s{.*/}{}r) } @files;
    }
    return @files;
}

sub places ($self, $found) {
    for my $box (reverse @{ $found->{stack} }) {
        my ($name, $arg) = ($box->{name}, $box->{args}[0] // '');
        return existing($arg) if $name eq 'directory' && $arg ne '~';
        return $self->url_places($arg, $found->{host})
            if $name eq 'location' && $arg ne '~';
    }
    return $self->roots($found->{host});
}

sub existing ($pattern) {
    return $pattern if -e $pattern;
    return grep { -e } bsd_glob($pattern, 0);
}

# The directories of a URL: those of the longest alias that matches its
# beginning.
sub url_places ($self, $url, $host) {
    my @known = sort { length $b->{url} <=> length $a->{url} }
        grep { $_->{host} eq '' || $_->{host} eq $host } @{ $self->{alias} };
    for my $alias (@known) {
        my $prefix = $alias->{url} =~ s{/+\z}{}r;
        next if index("$url/", "$prefix/") != 0;
        my $rest = substr $url, length $prefix;
        return existing(($alias->{path} . $rest) =~ s{(?<=.)/+\z}{}r);
    }
    return;
}

# Every URL that an alias gives a file. Unlike httpd, this looks at the aliases
# of all virtual hosts.
sub urls_of ($self, $file) {
    my @urls;
    for my $alias (@{ $self->{alias} }) {
        my ($url, $path) = map { s{/+\z}{}r } @$alias{qw(url path)};
        next if index($file, "$path/") != 0 && $file ne $path;
        push @urls, $url . substr $file, length $path;
    }
    return @urls;
}

sub access_names ($self) { return @{ $self->{access} } }

sub filter ($box) {
    my ($name, @args) = ($box->{name}, @{ $box->{args} });
    my $pattern  = $args[0] // '';
    my $is_regex = $name eq 'filesmatch';
    if ($name eq 'files' && $pattern eq '~') {
        ($pattern, $is_regex) = ($args[1] // '', 1);
    }
    return if $name ne 'files' && !$is_regex;
    if (!$is_regex) {
        my @parts = map { glob_part($_) } split //, $pattern;
        $pattern = join '', '^', @parts, '$';
    }
    # httpd's patterns are nearly Perl's. One that Perl cannot read counts as
    # matching all.
    my $regex = eval { no re 'eval'; qr/$pattern/ } // qr//;
    return sub ($file) { return $file =~ $regex };
}

sub glob_part ($char) {
    return $char eq '*' ? '.*' : $char eq '?' ? '.' : quotemeta $char;
}

# A target with $1 in it: every directory that it can stand for.
sub match_places ($self, $target) {
    my $pattern = $self->path($target) =~ s/\$\d/*/gr;
    $pattern =~ s{\*+}{*}g;
    my @found = grep { -e } bsd_glob($pattern, 0);
    return @found if @found;
    # ".../cgi-bin$1", where $1 begins with a slash
    return grep { -d } bsd_glob($pattern =~ s{\*\z}{}r, 0);
}

# Sorts files into Perl programs and others.
sub sort_out ($self, @files) {
    my %of = (perl => [], other => [], none => []);
    push @{ $of{ $self->{scripts}->kind($_) } }, $_ for @files;
    return \%of;
}

# --- .htaccess ---------------------------------------------------------------

# [file, line, directive] for each directive that makes files CGI programs.
sub access_files ($self) {
    my %name = map { $_ => 1 } @{ $self->{access} };
    my @found;
    for my $file (map { $self->{scripts}->files($_) } $self->roots('')) {
        next if !$name{ $file =~ s{.*/}{}r };
        open my $in, '<:raw', $file or next;
        while (my $line = <$in>) {
            push @found, [ $file, $., $line =~ s/^\s+|\s+\z//gr ]
                if $line =~ $NAMES_CGI;
        }
    }
    return @found;
}

1;

__END__

=head1 NAME

Mehari::Migrate::Site - the directories and programs of a configuration

=head1 METHODS

=over

=item new($walk)

=item files($directive, @places), match_places($target), sort_out(@files)

=item roots($host), urls_of($file), access_names, access_files

=back

=cut
