package Mehari::Serve::Example;

# A folder that configures how it is served: by a part of httpd's configuration,
# or as an application of PSGI.

use Mehari::Perl;

use Mehari::File          qw(bytes_if_readable);
use Mehari::Httpd::Config qw(has_module quoted);

my $FRAGMENT = 'mehari.conf';
my $APP      = 'app.psgi';

# A line of a fragment that names a requirement: a module of httpd, which mehari
# loads, or a Perl module, with its Debian package.
my $NEEDS = qr/^\#[ ]needs[ ]+([\w:]+)(?:[ ]+\(([\w.+-]+)\))?[ ]*$/m;

# The file that configures a folder; undef without one.
sub file_in ($class, $dir) {
    return (grep { -f } "$dir/$FRAGMENT", "$dir/$APP")[0];
}

# dir: absolute; url: "" for the root, or "/NAME". undef when the folder does
# not say how it is served.
sub new ($class, $dir, $url) {
    my $file = $class->file_in($dir) // return undef;
    return bless {
        dir  => $dir,
        name => $dir =~ s{.*/}{}sr,
        url  => $url,
        file => $file,
    }, $class;
}

sub name ($self) { return $self->{name} }
sub dir  ($self) { return $self->{dir} }
sub url  ($self) { return $self->{url} }

# The reason why the example is not served, as a sentence; undef if it is
# served.
sub problem ($self) {
    $self->leave_out($self->refusal // $self->missing)
        unless exists $self->{problem};
    return $self->{problem};
}

sub leave_out ($self, $why) {
    $self->{problem} = $why;
    return;
}

sub is_fragment ($self) { return $self->{file} =~ m{/\Q$FRAGMENT\E\z} }

# Names of httpd's modules, without "mod_".
sub modules ($self) {
    return map { s/\Amod_//r }
        grep { /\Amod_/ } map { $_->{name} } $self->needs;
}

# --- whether it can be served ------------------------------------------------

sub needs ($self) {
    return () unless $self->is_fragment;
    my $text = bytes_if_readable($self->{file}) // return ();
    my @needs;
    while ($text =~ /$NEEDS/g) {
        push @needs, { name => $1, package => $2 };
    }
    return @needs;
}

# httpd includes a path with a pattern in it as a pattern. A fragment can make
# httpd run anything, so it must belong to a user who could do so anyway.
sub refusal ($self) {
    return "the path $self->{dir} has a character that httpd takes for a"
        . ' pattern'
        if $self->{dir} =~ /[*?\[\]\\]/;
    return undef unless $self->is_fragment;
    my ($mode, $owner) = (stat $self->{file})[ 2, 4 ];
    return "everybody may write to $self->{file}, and httpd would run it"
        if $mode & 0002;
    my $above = (stat "$self->{dir}/..")[4];
    return "$self->{file} belongs to somebody else, and httpd would run it"
        unless grep { $owner == $_ } 0, $>, $above;
    return undef;
}

sub missing ($self) {
    for my $need ($self->needs) {
        my ($name, $package) = @$need{qw(name package)};
        next if $self->is_there($name);
        my $what
            = $name =~ /\Amod_/ ? "httpd's $name" : "the Perl module $name";
        return "it needs $what"
            . (defined $package ? " (Debian: apt install $package)" : '');
    }
    return undef;
}

sub is_there ($self, $name) {
    return has_module($1) if $name =~ /\Amod_(\w+)\z/;
    my $file = $name =~ s{::}{/}gr . '.pm';
    return !!grep { -f "$_/$file" } "$self->{dir}/lib", grep { !ref } @INC;
}

# --- its configuration -------------------------------------------------------

# httpd has no way to define an empty variable: at the root EXAMPLE_URL comes
# from the environment.
sub config ($self) {
    my ($dir, $url) = @$self{qw(dir url)};
    my $quoted = quoted($dir);
    my $define
        = length $url ? qq(Define EXAMPLE_URL "$url"\n) : "# EXAMPLE_URL=\n";
    my $slash
        = length $url
        ? 'RedirectMatch "^' . quotemeta($url) . qq(\$" "$url/"\n)
        : '';
    return join '', "\n# --- $self->{name}\n", "Define EXAMPLE $quoted\n",
        $define, $slash, $self->hidden, $self->body;
}

sub environment ($self) {
    return length $self->{url} ? {} : { EXAMPLE_URL => '' };
}

# A fragment may map its whole folder: its configuration and modules stay out
# of sight.
sub hidden ($self) {
    my $dir = quoted($self->{dir});
    my $pattern
        = quoted('^' . quotemeta($self->{dir}) . '/(?:lib/|(?:.*/)?\.)');
    return <<~"CONF";
        <Directory $dir>
            <FilesMatch "^(?:\\.|mehari\\.conf\$|app\\.psgi\$)">
                Redirect 404
            </FilesMatch>
        </Directory>
        <DirectoryMatch $pattern>
            Redirect 404
        </DirectoryMatch>
        CONF
}

sub body ($self) {
    my $quoted = quoted($self->{file});
    return "Include $quoted\n" if $self->is_fragment;
    my $place = length $self->{url} ? $self->{url} : '/';
    my $lib
        = -d "$self->{dir}/lib"
        ? 'PerlSwitches ' . quoted("-I$self->{dir}/lib") . "\n"
        : '';
    return $lib . <<~"CONF";
        <Location "$place">
            SetHandler perl-psgi
            PerlPsgiApp $quoted
        </Location>
        CONF
}

1;

__END__

=head1 NAME

Mehari::Serve::Example - a folder that says how it is served

=head1 SYNOPSIS

    my $example = Mehari::Serve::Example->new("$dir/guestbook", '/guestbook');
    print $example->problem // $example->config;

=head1 DESCRIPTION

A folder with a F<mehari.conf>, a part of httpd's configuration, or with
an F<app.psgi>. C<docs/serve.md> describes both.

=cut
