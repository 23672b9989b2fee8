package Mehari::Setup::Site;

# The site to set up: its files, its address and its user. All files that mehari
# setup writes are made of these data.

use Mehari::Perl;

use Cwd            qw(abs_path);
use File::Basename qw(basename dirname);
use File::Spec     ();
use Sys::Hostname  qw(hostname);

use Mehari::File          qw(bytes_if_readable);
use Mehari::Httpd::Config qw(find_httpd quoted);
use Mehari::Serve::Site;

my $NAME = qr/\A[a-z][a-z0-9-]{0,31}\z/;

# option: the command line's options. Dies with one sentence.
sub new ($class, %option) {
    my $self = bless {%option}, $class;
    $self->{root} = absolute($option{dir});
    $self->{root} =~ m{\A/[\w./+\@-]+\z}a
        or die
        "$self->{root}: a systemd unit and httpd's configuration cannot"
        . " both name it; choose a path of letters, digits and . / + \@ - _\n";
    $self->{debian} = -d "$self->{root}/sites-available";
    $self->{redhat} = -d "$self->{root}/conf.modules.d";
    $self->find_program;
    $self->name_it;
    $self->{'server-name'} //= hostname();
    $self->{port}          //= $> == 0 ? 80 : 8080;
    $self->{writable} = [ map { existing($_) } @{ $option{writable} // [] } ];
    $self->choose_user;
    $self->{httpd} = find_httpd();
    quoted($self->{scripts} // $self->{app});    # or it dies
    return $self;
}

# The real path of a file that may not exist yet.
sub absolute ($path) {
    my $whole = File::Spec->rel2abs($path);
    my $above = abs_path(dirname($whole)) // return $whole;
    return abs_path($whole) // $above =~ s{/\z}{}r . '/' . basename($whole);
}

sub existing ($path) {
    my $real = abs_path($path);
    die "there is no file or directory $path\n"
        if !defined $real || !-e $real;
    return $real;
}

sub find_program ($self) {
    for my $kind (qw(scripts app)) {
        $self->{$kind} = existing($self->{$kind}) if defined $self->{$kind};
    }
    die "$self->{scripts} is not a directory\n"
        if defined $self->{scripts} && !-d $self->{scripts};
    die "$self->{app} is a directory; name the file of the application\n"
        if defined $self->{app} && -d $self->{app};
    return;
}

sub name_it ($self) {
    $self->{name} //= lc basename($self->{scripts} // dirname($self->{app}))
        =~ s/[^A-Za-z0-9]+/-/gr =~ s/\A-|-\z//gr;
    die
        "--name $self->{name}: use at most 32 small letters, digits and -, and"
        . " begin with a letter\n"
        if $self->{name} !~ $NAME || $self->{name} eq 'default';
    return;
}

# The user of the pool: the given one, or the one with the site's name; else
# httpd's.
sub choose_user ($self) {
    my $user = $self->{user};
    die "--user needs an httpd that root starts; run this as root\n"
        if defined $user && $> != 0;
    die "there is no user $user; make it with: useradd --system --user-group"
        . " $user\n"
        if defined $user && !defined getpwnam $user;
    die "a pool never runs as root\n"
        if defined $user && getpwnam $user == 0;
    $user //= $self->{name}
        if $> == 0 && (getpwnam $self->{name} // 0) != 0;
    $self->{user} = $user;
    return;
}

sub name        ($self) { return $self->{name} }
sub root        ($self) { return $self->{root} }
sub is_debian   ($self) { return $self->{debian} }
sub is_redhat   ($self) { return $self->{redhat} }
sub scripts     ($self) { return $self->{scripts} }
sub app         ($self) { return $self->{app} }
sub port        ($self) { return $self->{port} }
sub user        ($self) { return $self->{user} }
sub httpd       ($self) { return $self->{httpd} }
sub server_name ($self) { return $self->{'server-name'} }
sub writable    ($self) { return @{ $self->{writable} } }
sub from        ($self) { return @{ $self->{'status-from'} // [] } }
sub by_root     ($self) { return $> == 0 }

# True for a site of the system's httpd; other sites have an httpd of their own.
sub is_shared ($self) { return $self->{debian} || $self->{redhat} }

# The user of the system's packages of httpd: Debian's, Red Hat's, others'.
sub httpd_user ($self) {
    my @names = qw(www-data apache httpd http);
    @names = reverse @names[ 0, 1 ] if $self->{redhat};
    return (grep { defined getpwnam $_ } @names)[0] // 'nobody';
}

# True if another file of Red Hat's httpd has a virtual host. If not, the new
# site needs one before it, which takes the place of the server itself.
sub is_first_host ($self) {
    my $own = "$self->{root}/conf.d/$self->{name}.conf";
    return $self->{redhat} && !grep { /^\s*<VirtualHost\s/mi }
        map                         { bytes_if_readable($_) // '' }
        grep { $_ ne $own } "$self->{root}/conf/httpd.conf",
        glob "$self->{root}/conf.d/*.conf";
}

# The document root: the scripts, or the folder of the application.
sub folder ($self) { return $self->{scripts} // dirname($self->{app}) }

# Scripts that mehari serve would run, but a configuration by extensions would
# not.
sub without_extension ($self) {
    return () if !defined $self->{scripts};
    return
        grep { !/\.(?:pl|cgi)\z/ }
        Mehari::Serve::Site->known($self->{scripts})->scripts;
}

# The file with the ports of all sites.
sub ports_file ($self) {
    return "$self->{root}/"
        . ($self->{debian} ? 'ports.conf' : 'conf/httpd.conf');
}

# Red Hat's httpd reads each file of this folder.
sub is_loaded ($self) {
    return grep { /^\s*LoadModule\s+perl_module\s/mi }
        map     { bytes_if_readable($_) // '' }
        glob "$self->{root}/conf.modules.d/*.conf";
}

sub is_listened_to ($self) {
    my $text = bytes_if_readable($self->ports_file) // '';
    return $text =~ /^\s*Listen\s+(?:\S*:)?$self->{port}\s/mi;
}

# True if root starts a httpd that runs as another user.
sub is_out_of_reach ($self) {
    return $> == 0
        && !Mehari::Serve::Site->known($self->folder)->open_to_all;
}

1;

__END__

=head1 NAME

Mehari::Setup::Site - what is known of a site that is set up

=head1 SYNOPSIS

    my $site = Mehari::Setup::Site->new(
        dir     => '/srv/shop',
        scripts => '/srv/shop/cgi',
        name    => 'shop'
    );

=cut
