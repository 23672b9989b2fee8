package Mehari::Check::World;

# All places to which a script may write during a check: a copy of its
# directory, a home, a directory for temporary files, copies of other
# directories. Each run has new ones at the same place, so that pages with their
# own path are equal.

use Mehari::Perl;
use File::Basename qw(dirname);
use File::Path     qw(make_path remove_tree);
use File::Temp     qw(tempdir);
use Scalar::Util   qw(weaken);

use Mehari::Check::Mount;
use Mehari::Check::Tree;
use Mehari::Explain::Reason;
use Mehari::Httpd;

my %LIVE;    # address => weak reference: what END has to remove

# site: a Mehari::Serve::Site; also: more directories to copy
sub new ($class, %option) {
    my $root
        = tempdir('mehari-check-XXXXXXXX', DIR => Mehari::Httpd::temp_dir());
    chmod 0755, $root;
    my $self = bless {
        also => [],
        %option,
        root    => $root,
        creator => $$,
    }, $class;
    $LIVE{$self} = $self;
    weaken $LIVE{$self};
    $self->{dir} = $self->{site}->dir;
    $self->renew;
    $self->{mounted} = $self->can_mount;
    return $self;
}

sub dir  ($self) { return $self->{dir} }
sub user ($self) { return $self->{site}->httpd_user }

# The folders to copy: each place, and that of its copy.
sub pairs ($self) {
    my $n = 0;
    return (
        [ $self->{dir}, $self->place('site') ],
        map { [ $_, $self->place('also-' . $n++) ] } @{ $self->{also} },
    );
}

sub place ($self, $name) { return "$self->{root}/world/$name" }

# If we are root, httpd's user may not reach the directory at all. Then httpd
# needs no mount, because scripts cannot write to the original.
sub can_mount ($self) {
    return 0 if $> == 0 && !$self->{site}->open_to_all;
    return Mehari::Check::Mount::works($self->mounts);
}

sub mounts ($self) {
    return map { reverse @$_ } $self->pairs;
}

sub is_mounted ($self) { return $self->{mounted} }

# The scripts' folder as httpd finds it.
sub served ($self) {
    return $self->{mounted} ? $self->{dir} : $self->place('site');
}

sub command_prefix ($self) {
    return [
        Mehari::Check::Mount::prefix($self->{mounted} ? $self->mounts : ()) ];
}

sub environment ($self) {
    return { TMPDIR => $self->place('tmp'), HOME => $self->place('home') };
}

# --- the copies --------------------------------------------------------------

# Restores all files to their state before the first request.
sub renew ($self) {
    remove_tree($self->place('')) if -e $self->place('');
    make_path(map { $self->place($_) } qw(home tmp));
    chmod 01777, $self->place('tmp');
    $self->give_home;
    $self->copy(@$_) for $self->pairs;
    $self->{tree} = Mehari::Check::Tree->new($self->roots);
    return;
}

sub give_home ($self) {
    my %user = $self->user;
    my ($uid, $gid) = (getpwnam($user{user} // ''))[ 2, 3 ];
    chown $uid, $gid, $self->place('home') if defined $uid;
    return;
}

# Modes, links, times, and owners where we may. A file that cannot be read is
# not copied; a note names it once.
sub copy ($self, $from, $to) {
    open my $said, '-|', 'sh', '-c', 'exec cp -a -- "$0/." "$1" 2>&1', $from,
        $to
        or die "Cannot run cp: $!.\n";
    my @lines = readline $said;
    close $said;
    $self->{not_copied} //= [ map { s/\Acp: |\n//gr } @lines ];
    -d $to
        or Mehari::Explain::Reason::refuse(
        'MH5011',
        dir   => $from,
        error => join ' ',
        map { s/\n//r } @lines
        );
    return;
}

sub not_copied ($self) { return @{ $self->{not_copied} // [] } }

sub roots ($self) {
    my %root = (
        '$TMPDIR' => $self->place('tmp'),
        '$HOME'   => $self->place('home'),
    );
    for my $pair ($self->pairs) {
        my ($from, $to) = @$pair;
        $root{ named($from) } = $to;
    }
    return %root;
}

# A name for a directory, without slashes, because they would separate parts.
sub named ($dir) { return $dir =~ s{/}{\0}gr }

# The name of a file as its owner knows it.
sub shown ($self, $name) {
    my ($root, $below) = split m{/}, $name, 2;
    return $below if $root eq named($self->{dir});
    return $root =~ s{\0}{/}gr . "/$below";
}

sub tree ($self) { return $self->{tree} }

# Text in which the copy has the name of the original.
sub original ($self, $text) {
    my $place = $self->place('site');
    $text =~ s/\Q$place\E/$self->{dir}/g;
    return $text;
}

# --- what can get out --------------------------------------------------------

# Files that name the directory by its absolute path. Without a mount, that path
# is the original.
sub names_itself ($self) {
    return if $self->{mounted} || ($> == 0 && !$self->{site}->open_to_all);
    my @found;
    for my $name (sort keys %{ $self->{tree}{start} }) {
        my $path = $self->{tree}->path($name);
        next if index($name, named($self->{dir})) != 0;
        my $text = -l $path ? readlink $path : plain($path);
        push @found, $self->shown($name) if index($text, $self->{dir}) >= 0;
    }
    return @found;
}

sub plain ($path) {
    return -f $path ? Mehari::Check::Tree::head($path) : '';
}

# A server of this folder has to end before the folder is removed.
sub serves ($self, $httpd) {
    $self->{httpd} = $httpd;
    return;
}

sub remove ($self) {
    return if $$ != $self->{creator};
    local ($?, $!, $@);
    $self->{httpd}->stop if $self->{httpd};
    delete $self->{httpd};
    remove_tree($self->{root}) if -d $self->{root};
    return;
}

sub DESTROY ($self) {
    $self->remove;
    delete $LIVE{$self};
    return;
}

END {
    $_->remove for grep { defined } values %LIVE;
}

1;

__END__

=head1 NAME

Mehari::Check::World - the copy in which scripts are checked

=head1 METHODS

=over

=item new(site => $site, also => \@dirs)

Makes the copies. C<site> is a L<Mehari::Serve::Site>.

=item renew

Replaces the copies by new ones.

=item served, command_prefix, environment, user

Return the options of the httpd that serves it: the directory, the words in
front of its command, variables, and C<user> as L<Mehari::Httpd> takes it.

=item tree

A L<Mehari::Check::Tree> of all that may be written.

=item is_mounted, names_itself, not_copied

True if the copy stands in the place of the original; the files that would lead
to the original if it does not; the files that could not be read.

=item shown($name), original($text)

Names and texts in which the copy is called as the original.

=item serves($httpd), remove

Stops what is served from here, and leaves nothing behind.

=back

=cut
