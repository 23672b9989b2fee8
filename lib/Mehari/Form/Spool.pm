package Mehari::Form::Spool;

# An upload's bytes: in memory up to a limit; in a file beyond it, or if a
# program asks for one. The file is removed with the last reference to this
# object.

use Mehari::Perl;
use Errno qw(EEXIST);
use Fcntl qw(O_CREAT O_EXCL O_RDWR SEEK_SET);

sub new ($class, $limit, $dir) {
    return bless {
        limit  => $limit,
        dir    => $dir,
        size   => 0,
        memory => '',
        pid    => $$,
    }, $class;
}

sub add ($self, $data) {
    $self->{size} += length $data;
    if (!$self->{handle}) {
        $self->{memory} .= $data;
        $self->to_file if $self->{size} > $self->{limit};
        return;
    }
    print { $self->{handle} } $data
        or die "Cannot write $self->{name}: $!.\n";
    return;
}

sub size ($self) { return $self->{size} }

sub flush ($self) {
    my $handle = $self->{handle} // return;
    $handle->flush or die "Cannot write $self->{name}: $!.\n";
    return;
}

sub to_file ($self) {
    return if $self->{handle};
    my ($handle, $name) = temporary($self->{dir});
    $self->{name}   = $name;
    $self->{handle} = $handle;
    print {$handle} delete $self->{memory}
        or die "Cannot write $name: $!.\n";
    flush($self);
    return;
}

# A new file: its handle and name. Names are like libapreq's, because sites have
# rules for those in their temporary directory.
sub temporary ($dir) {
    require IO::Handle;
    if (!defined $dir) {
        require File::Spec;
        $dir = File::Spec->tmpdir;
        ($dir) = $dir =~ /(.*)/s;
    }
    my @letters = ('a' .. 'z', 'A' .. 'Z', 0 .. 9);
    for (1 .. 100) {
        my $name = "$dir/apreq" . join '',
            map { $letters[ rand @letters ] } 1 .. 6;
        my $handle = opened($name);
        return ($handle, $name)                 if $handle;
        die "Cannot make a file in $dir: $!.\n" if $! != EEXIST;
    }
    die "Cannot find a name for a file in $dir.\n";
}

sub opened ($name) {
    sysopen my $handle, $name, O_RDWR | O_CREAT | O_EXCL, oct 600
        or return undef;
    binmode $handle;
    return $handle;
}

sub name ($self) {
    $self->to_file;
    flush($self);
    return $self->{name};
}

# A new handle, at the beginning.
sub handle ($self) {
    my $name = $self->name;
    open my $handle, '<:raw', $name
        or die "Cannot read $name: $!.\n";
    return $handle;
}

# Like handle(), but may read bytes from memory.
sub reader ($self) {
    return $self->handle if $self->{handle};
    my $copy = $self->{memory};
    open my $handle, '<:raw', \$copy or die "Cannot read an upload: $!.\n";
    return $handle;
}

sub slurp ($self) {
    return $self->{memory} if !$self->{handle};
    my $handle = $self->handle;
    local $/ = undef;
    return scalar(<$handle>) // '';
}

# Makes a hard link, or a copy if the file systems differ. False: see $!.
sub link_to ($self, $path) {
    my $name = $self->name;
    return 1 if CORE::link($name, $path);
    return 0 if $! == EEXIST;
    require File::Copy;
    return File::Copy::copy($name, $path) ? 1 : 0;
}

sub DESTROY ($self) {
    return if !defined $self->{name} || $self->{pid} != $$;
    local ($!, $@);
    close $self->{handle};
    unlink $self->{name};
    return;
}

1;
