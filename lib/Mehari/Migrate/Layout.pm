package Mehari::Migrate::Layout;

# The place of a configuration, and how httpd reads it: main file, ServerRoot,
# environment, and httpd itself. Debian's layout, Red Hat's, or one httpd.conf.

use Mehari::Perl;
use Cwd            qw(abs_path);
use File::Basename qw(dirname basename);
use File::Temp     qw(tempdir);

use Mehari::Migrate::Walk;

my @MAIN = qw(apache2.conf httpd.conf conf/httpd.conf);

# path, httpd, root, defines
sub new ($class, %option) {
    my $path = $option{path};
    -e $path or die "there is no file or directory $path.\n";
    my $self = bless { %option, main => main_file($path) }, $class;
    my $dir  = dirname($self->{main});
    $self->{debian} = $dir
        if -d "$dir/mods-available" && -d "$dir/mods-enabled";
    my $above = dirname($dir);
    $self->{redhat} = $above if -d "$above/conf.modules.d";
    $self->{env}    = $self->environment;
    return $self;
}

sub main_file ($path) {
    if (-d $path) {
        my ($found) = grep { -f } map { "$path/$_" } @MAIN;
        return abs_path($found // die "$path: there is no apache2.conf or"
                . " httpd.conf in it.\n");
    }
    my $file = abs_path($path);
    die "$path is a part of Debian's configuration: name the whole, "
        . dirname(dirname($file)) . ".\n"
        if dirname($file) =~ m{/(?:sites|conf|mods)-(?:available|enabled)\z};
    my $whole = dirname(dirname($file));
    die "$path is a part of the configuration of $whole: name that.\n"
        if dirname($file) =~ m{/conf(?:\.modules)?\.d\z}
        && -f "$whole/conf/httpd.conf";
    return $file;
}

sub main    ($self) { return $self->{main} }
sub debian  ($self) { return $self->{debian} }
sub redhat  ($self) { return $self->{redhat} }
sub env     ($self) { return $self->{env} }
sub given   ($self) { return $self->{path} }
sub backups ($self) { return "$self->{main}.mehari-backup" }

# A folder of Red Hat's (conf.d, conf.modules.d) in which a file is read as soon
# as it is there; else undef.
sub own_folder ($self, $name, $walk) {
    my $dir    = ($self->{redhat} // return undef) . "/$name";
    my ($read) = grep { $_->{active} && $_->{name} =~ /^include/ }
        grep { $walk->path($_->{args}[0] // '') eq "$dir/*.conf" }
        $walk->directives;
    return defined $read ? $dir : undef;
}

# Looks for httpd only when it is needed, because --revert works without it.
sub httpd ($self) {
    return $self->{httpd} //= do {
        require Mehari::Httpd::Config;
        Mehari::Httpd::Config::find_httpd();
    };
}

# Relative paths start here until a ServerRoot directive says so.
sub root ($self) {
    return $self->{root} //= $self->{debian} // $self->{redhat}
        // $self->compiled_root // dirname($self->{main});
}

sub compiled_root ($self) {
    my ($said) = $self->output($self->httpd, '-V');
    return $said =~ /HTTPD_ROOT="([^"]+)"/ ? $1 : undef;
}

# Modules that are in the program itself, without "mod_".
sub static_modules ($self) {
    my ($said) = $self->output($self->httpd, '-l');
    my @names  = map { s/^mod_//r } $said =~ /^\s+(\w+)\.c$/mg;
    return map { /^(?:prefork|worker|event)\z/ ? "mpm_$_" : $_ } @names;
}

# -D of the command line and of Debian's APACHE_ARGUMENTS.
sub defines ($self) {
    my $arguments = $self->{env}{APACHE_ARGUMENTS} // '';
    return (@{ $self->{defines} // [] }, $arguments =~ /(?:^|\s)-D\s*(\S+)/g);
}

# The configuration that httpd reads; prefork => 1 as if that MPM were loaded.
sub walk ($self, %option) {
    return Mehari::Migrate::Walk->new(
        root    => $self->root,
        main    => $self->main,
        env     => $self->env,
        defines => [ $self->defines ],
        static  => [ $self->static_modules ],
        %option,
    )->walk;
}

# httpd's environment as apache2ctl makes it: our own, changed by envvars.
# PERL5LIB is left out, because a service does not get it.
sub environment ($self) {
    my %env = %ENV;
    delete $env{PERL5LIB};
    return \%env if !$self->{debian} || !-r "$self->{debian}/envvars";
    my $file = "$self->{debian}/envvars";
    local %ENV = (%env, APACHE_CONFDIR => $self->{debian});
    my ($said, $ok)
        = $self->output('/bin/sh', '-c',
        '. "$0" >/dev/null 2>&1; env -0', $file);
    die "Cannot read the environment from $file.\n" if !$ok;
    return { map { split /=/, $_, 2 } grep { /=/ } split /\0/, $said };
}

# Debian's folders below /run, which apachectl makes. Until httpd has run once
# after a start of the machine, they do not exist.
my @MADE = qw(APACHE_RUN_DIR APACHE_LOCK_DIR);

# (true if the test passes, httpd's output)
sub configtest ($self) {
    local %ENV = %{ $self->{env} };
    my $stand_in;
    for my $name (grep { defined $ENV{$_} && !-d $ENV{$_} } @MADE) {
        $ENV{$name} = $stand_in //= tempdir('mehari-XXXXXX', TMPDIR => 1);
    }
    my ($said, $ok) = $self->test;
    rmdir $stand_in if defined $stand_in;
    return ($ok, $said);
}

sub test ($self) {
    return $self->output(
        $self->httpd, '-t',
        '-d' => $self->root,
        '-f' => $self->main,
        map { ('-D', $_) } $self->defines,
    );
}

# The output of a program on both streams, and whether it succeeded.
sub output ($self, @command) {
    my $pid = open(my $pipe, '-|') // die "Cannot fork: $!.\n";
    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        open STDIN,  '<',  '/dev/null';
        { no warnings 'exec'; exec { $command[0] } @command }
        print "Cannot run $command[0]: $!.\n";
        require POSIX;
        POSIX::_exit(127);
    }
    local $/ = undef;
    my $said = <$pipe> // '';
    local ($?, $!);
    my $ok = close $pipe;
    return ($said, $ok);
}

1;

__END__

=head1 NAME

Mehari::Migrate::Layout - the place of a configuration, and how httpd reads it

=head1 METHODS

=over

=item new(path, httpd, root, defines)

C<path> is a file or Debian's directory. Dies with one sentence.

=item main, root, env, defines, static_modules, httpd

=item walk(prefork)

A Mehari::Migrate::Walk that has read the configuration.

=item debian, redhat

The directory, in that layout (F</etc/apache2>, F</etc/httpd>); else undef.

=item own_folder($name, $walk)

The folder C<conf.d> or C<conf.modules.d>, if httpd reads each file in it.

=item backups

The directory of the backups, beside the main file.

=item configtest

=back

=cut
