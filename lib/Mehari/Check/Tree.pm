package Mehari::Check::Tree;

# The files that scripts may write, and those that have changed since the last
# look.

use Mehari::Perl;
use Fcntl       qw(S_ISREG S_ISDIR S_ISLNK);
use Time::HiRes ();

# A tree with more entries is not searched after each request.
my $MANY = 5_000;

# Only the beginning of a larger file is compared.
my $LARGE = 4 << 20;

# %root: name => directory. Names of files begin with that name.
sub new ($class, %root) {
    my $self = bless { root => \%root }, $class;
    $self->{start} = $self->{last} = $self->list;
    return $self;
}

# name => a text that changes whenever the file does.
sub list ($self) {
    my %seen;
    for my $name (sort keys %{ $self->{root} }) {
        my @todo = $name;
        while (defined(my $dir = shift @todo)) {
            opendir my $handle, $self->path($dir) or next;
            for my $entry (readdir $handle) {
                next if $entry eq '.' || $entry eq '..';
                my @stat = Time::HiRes::lstat($self->path("$dir/$entry"))
                    or next;
                push @todo, "$dir/$entry" if S_ISDIR($stat[2]);
                $seen{"$dir/$entry"} = state_of(@stat);
            }
        }
    }
    return \%seen;
}

# A directory's own date changes with its files, which we compare anyway.
sub state_of (@stat) {
    return "$stat[2]" if S_ISDIR($stat[2]);
    return join ' ', @stat[ 1, 2, 7, 9 ];
}

sub path ($self, $name) {
    my ($root, $below) = split m{/}, $name, 2;
    return $self->{root}{$root} . (defined $below ? "/$below" : '');
}

# Names of the files that have changed since the last look. Empty if there are
# too many files to look that often.
sub written ($self) {
    return if keys %{ $self->{start} } > $MANY;
    my $now = $self->list;
    my @new = changes($self->{last}, $now);
    $self->{last} = $now;
    return @new;
}

sub is_watched ($self) { return keys %{ $self->{start} } <= $MANY }

sub changes ($before, $now) {
    my %name = map { $_ => 1 } keys %$before, keys %$now;
    return
        grep { ($before->{$_} // '') ne ($now->{$_} // '') } sort keys %name;
}

# All files that have changed since the start: name => \@lines.
sub changed ($self) {
    my $now = $self->list;
    return
        map { $_ => $now->{$_} ? $self->lines_of($_) : ['is gone'] }
        changes($self->{start}, $now);
}

sub lines_of ($self, $name) {
    my $path = $self->path($name);
    my $mode = (lstat $path)[2] // return ['is gone'];
    return [ 'a link to ' . readlink $path ] if S_ISLNK($mode);
    my $said = sprintf 'mode %04o', $mode & 07777;
    return ["a directory, $said"]   if S_ISDIR($mode);
    return ["no plain file, $said"] if !S_ISREG($mode);
    return [ "a file, $said", split /\n/, head($path), -1 ];
}

sub head ($path) {
    open my $file, '<:raw', $path or return "cannot be read: $!";
    my $text = '';
    read $file, $text, $LARGE;
    return $text;
}

1;

__END__

=head1 NAME

Mehari::Check::Tree - files that were written below some directories

=head1 SYNOPSIS

    my $tree = Mehari::Check::Tree->new(site => $copy, TMPDIR => $tmp);
    my @names = $tree->written;    # since the last call
    my %lines = $tree->changed;    # since new

=cut
