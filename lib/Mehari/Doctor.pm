package Mehari::Doctor;

# An installation's state: the findings of all checks, in reading order.

use Mehari::Perl;

use Mehari::Doctor::Access;
use Mehari::Doctor::Installation;
use Mehari::Doctor::Kernel;
use Mehari::Doctor::Network;
use Mehari::Doctor::Scripts;
use Mehari::Migrate::Layout;

# The last is that of the container in examples/container.
my @USUAL
    = qw(/etc/apache2 /etc/httpd /usr/local/apache2 /usr/local/etc/apache24
    /etc/mehari);

# Each check is given the doctor, and returns findings.
my @CHECKS = (
    \&Mehari::Doctor::Installation::httpd,
    \&configuration,
    \&Mehari::Doctor::Installation::mpm,
    \&Mehari::Doctor::Installation::module,
    \&Mehari::Doctor::Installation::perl,
    \&Mehari::Doctor::Installation::pool,
    \&Mehari::Doctor::Scripts::scripts,
    \&Mehari::Doctor::Access::exec_cgi,
    \&Mehari::Doctor::Access::permissions,
    \&Mehari::Doctor::Network::ports,
    \&Mehari::Doctor::Kernel::restore,
    \&Mehari::Doctor::Kernel::seccomp,
    \&Mehari::Doctor::Kernel::inotify,
    \&Mehari::Doctor::Kernel::memory,
);

# path: a configuration, as for "mehari migrate"; httpd, root, defines
sub new ($class, %option) {
    return bless { %option, findings => [] }, $class;
}

# Reads from the configuration, if there is one, what the checks need.
sub read_configuration ($self) {
    my $path   = $self->{path} // usual() // return;
    my $layout = Mehari::Migrate::Layout->new(
        path    => $path,
        httpd   => $self->{httpd},
        root    => $self->{root},
        defines => $self->{defines},
    );
    my $walk = $layout->walk;
    $self->{layout} = $layout;
    $self->{walk}   = $walk;
    return;
}

sub usual () {
    for my $dir (@USUAL) {
        return $dir
            if grep { -f "$dir/$_" }
            qw(apache2.conf httpd.conf conf/httpd.conf);
    }
    return undef;
}

sub layout ($self) { return $self->{layout} }
sub walk   ($self) { return $self->{walk} }

# The directives with these names that are in force.
sub directives ($self, @names) {
    my $walk = $self->{walk} // return ();
    my %is   = map { $_ => 1 } @names;
    return grep { $_->{active} && $is{ $_->{name} } } $walk->directives;
}

# --- findings ---------------------------------------------------------------

# The findings: { name, state: ok, warn or fail, found, todo }.
sub examine ($self) {
    my $failed = eval { $self->read_configuration; 1 } ? undef : $@;
    $self->{unreadable} = $failed if defined $failed;
    return map { $_->($self) } @CHECKS;
}

sub finding ($name, $state, $found, $todo = undef) {
    my %finding = (name => $name, state => $state, found => one_line($found));
    $finding{todo} = one_line($todo) if defined $todo;
    return \%finding;
}

sub ok ($name, $found) { return finding($name, 'ok', $found) }

sub warn ($name, $found, $todo) {
    return finding($name, 'warn', $found, $todo);
}

sub fail ($name, $found, $todo) {
    return finding($name, 'fail', $found, $todo);
}

sub plural ($number, $noun) {
    return "$number $noun" . ($number == 1 ? '' : 's');
}

sub one_line ($text) { return $text =~ s/\s+/ /gr =~ s/\A | \z//gr }

# --- the configuration ------------------------------------------------------

sub configuration ($self) {
    my $name = 'configuration';
    return () if !defined $self->{program};
    return fail($name, $self->{unreadable},
        'make the file readable, or name another one.')
        if defined $self->{unreadable};
    my $layout = $self->{layout} // return Mehari::Doctor::warn(
        $name,
        'no httpd configuration found in ' . join(', ', @USUAL),
        'name its main file: mehari doctor FILE. You need none for'
            . ' "mehari serve".'
    );
    my ($passes, $said) = $layout->configtest;
    return ok($name, $layout->main . ' passes the test') if $passes;

    # Keys and logs are root's, and only root starts pools of other users.
    return Mehari::Doctor::warn(
        $name,
        $layout->main . ' cannot be tested as this user: ' . last_line($said),
        'run this command as root.'
    ) if $> != 0 && $said =~ /Permission denied|\[MH1206\]/;
    return fail(
        $name,
        $layout->main . ' does not pass: ' . last_line($said),
        'correct that line, and check it with "apachectl configtest".'
    );
}

# The line of httpd's output that names the error, without the line that only
# says that there is one.
sub last_line ($text) {
    my @lines = grep { /\S/ && !/^(?:Action .* failed|The Apache error log)/ }
        split /\n/, $text;
    return join ' ', splice @lines, @lines > 2 ? -2 : 0;
}

1;

__END__

=head1 NAME

Mehari::Doctor - what an installation has and lacks

=head1 SYNOPSIS

    for my $finding (Mehari::Doctor->new->examine) {
        say "$finding->{state} $finding->{name}: $finding->{found}";
    }

=head1 DESCRIPTION

See C<mehari help doctor>.  Nothing is changed, and no running server is asked.

=cut
