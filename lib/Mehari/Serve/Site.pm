package Mehari::Serve::Site;

# The things to serve: the scripts and handlers of one directory, or a single
# file. The site looks at the disk each time it is asked, so that a new file
# shows up without a restart.

use Mehari::Perl;

use Cwd            qw(abs_path);
use File::Basename qw(basename dirname);

use Mehari::Explain::Site;
use Mehari::Serve::Examples;

# Limits of a search: even a home directory that is served by mistake must
# answer.
my $MAX_DEPTH = 6;
my $MAX_FILES = 20_000;

my @HANDLER_DIRS = qw(lib handlers);
my %SKIPPED      = map { $_ => 1 } @HANDLER_DIRS, qw(CVS node_modules);

# path: a directory, a script, or a handler's file. Dies with one sentence if it
# cannot be served.
sub new ($class, $path) {
    my $real = abs_path($path);
    die "there is no file or directory $path\n"
        unless defined $real && -e $real;
    die "$real cannot be read\n"  unless -r _;
    return $class->of_file($real) unless -d _;
    die "/ is too much to serve; name a directory of scripts\n"
        if $real eq '/';
    return $class->known($real);
}

sub of_file ($class, $file) {
    if ($file =~ /\.pm\z/) {
        my $package = handler_package($file)
            or die "$file has no package with a sub handler\n";
        my $tail = package_file($package);
        die "$file does not end in $tail, the file of package $package\n"
            unless $file =~ s{/\Q$tail\E\z}{};
        return bless { dir => $file, handler => $package }, $class;
    }
    die "$file is neither a Perl script nor a handler\n"
        unless is_script($file);
    return bless { dir => dirname($file), script => basename($file) }, $class;
}

# Makes a site from the text of describe(), for the pages inside httpd.
sub known ($class, $dir, $script = undef, $handler = undef) {
    return bless { dir => $dir, script => $script, handler => $handler },
        $class;
}

# Marks the site as served. Folders that configure themselves then count neither
# as scripts nor as handlers.
sub with_examples ($self) {
    $self->{examples} = Mehari::Serve::Examples->in($self->{dir})
        unless defined $self->{script} || defined $self->{handler};
    return $self;
}

sub examples ($self) {
    return $self->{examples} //= Mehari::Serve::Examples->none;
}

sub dir     ($self) { return $self->{dir} }
sub script  ($self) { return $self->{script} }
sub handler ($self) { return $self->{handler} }

# The directories of handlers, in the order of @INC.
sub handler_dirs ($self) {
    return ()             if defined $self->{script};
    return ($self->{dir}) if defined $self->{handler};
    return ()             if $self->examples->is_alone;
    return ($self->{dir}) if is_handler_dir($self->{dir});
    return grep { -d } map { "$self->{dir}/$_" } @HANDLER_DIRS;
}

# True if the directory's name is that of a handler directory: "mehari serve
# lib" serves its handlers.
sub is_handler_dir ($dir) {
    return scalar grep { basename($dir) eq $_ } @HANDLER_DIRS;
}

# The scripts, as sorted paths below the directory.
sub scripts ($self) {
    return ()                if defined $self->{handler};
    return ($self->{script}) if defined $self->{script};
    return ()                if $self->examples->is_alone;
    my %skipped = (%SKIPPED, map { $_ => 1 } $self->examples->names);
    my @found;
    $self->walk(
        $self->{dir},
        \%skipped,
        sub ($name) {
            my $file = "$self->{dir}/$name";
            push @found, $name
                if is_script($file)
                && !Mehari::Explain::Site::is_library($file);
        }
    );
    @found = sort @found;
    return @found;
}

# The handlers, as package => file, if the file's path fits its package.
sub handlers ($self) {
    my %file_of;
    for my $dir ($self->handler_dirs) {
        $self->walk(
            $dir,
            {},
            sub ($name) {
                return unless $name =~ /\.pm\z/;
                my $package = handler_package("$dir/$name") // return;
                return if package_file($package) ne $name;
                return
                    if defined $self->{handler}
                    && $package ne $self->{handler};
                $file_of{$package} //= "$dir/$name";
            }
        );
    }
    return %file_of;
}

sub handler_file ($self, $package) {
    return undef if $package !~ /\A\w+(?:::\w+)*\z/a;
    my $name = package_file($package);
    return (grep { -f } map { "$_/$name" } $self->handler_dirs)[0];
}

sub is_empty ($self) {
    return 0 if $self->examples->list || $self->scripts;
    my %handlers = $self->handlers;
    return !%handlers;
}

# --- rights and users
# ----------------------------------------------------------

# If root starts httpd, its children run as another user.
sub open_to_all ($self) {
    my $dir   = $self->{dir};
    my @owner = stat $dir;
    return 1 if $owner[4];    # then they run as its owner
    for (my $path = $dir; $path ne '/'; $path = dirname($path)) {
        return 0 unless (stat $path)[2] & 0001;
    }
    return 1;
}

# The user of httpd's children if root starts it: the owner of the served files.
# If root owns them, it is httpd's usual user, who must be able to read them.
sub httpd_user ($self) {
    return () if $> != 0;
    my $owner = getpwuid((stat $self->{dir})[4]);
    return (user => $owner)     if defined $owner && $owner ne 'root';
    return (user => 'www-data') if defined getpwnam 'www-data';
    return (user => 'nobody');
}

# --- on the disk -------------------------------------------------------------

# Calls $see with the path of every plain file below $top. Symbolic links to
# directories are not followed: they can lead round in a circle.
sub walk ($self, $top, $skipped, $see) {
    my @todo = ('');
    my $seen = 0;
    while (defined(my $below = shift @todo)) {
        opendir my $handle, "$top/$below" or next;
        my $depth = $below =~ tr{/}{};
        for my $entry (sort readdir $handle) {
            next if $entry =~ /\A\./;
            my $name = "$below$entry";
            my $path = "$top/$name";
            if (-d $path) {
                next if -l $path || $depth >= $MAX_DEPTH;
                next if $below eq '' && $skipped->{$entry};
                push @todo, "$name/";
            }
            elsif (-f _) {
                $see->($name);
                return if ++$seen >= $MAX_FILES;
            }
        }
    }
    return;
}

sub is_script ($file) {
    return 0 unless -f $file && -r _;
    return 1 if $file =~ /\.(?:pl|cgi)\z/;
    return 0 unless -x _;
    my ($first) = head($file, 1);
    return defined $first && $first =~ /\A#!.*\bperl/ ? 1 : 0;
}

# The package of a file that defines a sub handler, or undef.
sub handler_package ($file) {
    my ($package, $has_handler);
    for my $line (head($file, 5000)) {
        last             if $line =~ /\A__(?:END|DATA)__/;
        $package //= $1  if $line =~ /\A\s*package\s+(\w+(?:::\w+)*)/a;
        $has_handler = 1 if $line =~ /\A\s*sub\s+handler\b/;
        return $package  if defined $package && $has_handler;
    }
    return undef;
}

sub package_file ($package) {
    return $package =~ s{::}{/}gr . '.pm';
}

# The first comment of a file, its author's description, as one line.
sub description ($file) {
    for my $line (head($file, 12)) {
        next      if $line =~ /\A(?:#!|\s*\z|package\b|use\b)/;
        return $1 if $line =~ /\A#+\s*(\S.*?)\s*\z/;
        return '';
    }
    return '';
}

# The first lines of a file; of a file without line ends, its first bytes.
sub head ($file, $count) {
    open my $handle, '<:raw', $file or return ();
    my @lines;
    my $size = 0;
    while (@lines < $count && $size < 1 << 18) {
        my $line = readline $handle // last;
        $size += length $line;
        push @lines, $line;
    }
    return @lines;
}

1;

__END__

=head1 NAME

Mehari::Serve::Site - the scripts and handlers of a directory

=head1 SYNOPSIS

    my $site     = Mehari::Serve::Site->new('examples');
    my @scripts  = $site->scripts;
    my %handlers = $site->handlers;

=head1 DESCRIPTION

A script is a file that ends in C<.pl> or C<.cgi>, or an executable that begins
with a C<#!> line naming perl. A handler is a file that ends in C<.pm>, lies in
C<lib> or C<handlers> where its package says, and defines C<sub handler>. The
code is not run to find out.

=cut
