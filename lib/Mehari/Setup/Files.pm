package Mehari::Setup::Files;

# Writes the files of a set-up, all or none. It replaces existing files only
# with --force.

use Mehari::Perl;

use File::Basename qw(dirname);
use File::Path     qw(make_path);

use Mehari::File qw(bytes_if_readable);

# files: [path, text] in the order in which they are listed.
sub new ($class, $files, %option) {
    return bless { files => $files, %option }, $class;
}

# Existing files with another text.
sub others ($self) {
    return
        map { $_->[0] } grep { state_of(@$_) eq 'other' } @{ $self->{files} };
}

sub state_of ($path, $text) {
    return 'none' if !-e $path && !-l $path;
    my $there = bytes_if_readable($path) // return 'other';
    return $there eq $text ? 'same' : 'other';
}

# A line for each file says what was done with it.
sub write_all ($self) {
    my @others = $self->others;
    die "already there, and not as it would be written: @others; --force"
        . " replaces them and keeps each as .old\n"
        if @others && !$self->{force};
    return map { $self->write_one(@$_) } @{ $self->{files} };
}

sub write_one ($self, $path, $text) {
    my $state = state_of($path, $text);
    return [ 'unchanged', $path ] if $state eq 'same';
    make_path(dirname($path), { error => \my $failed });
    if ($state eq 'other') {
        rename $path, "$path.old" or die "cannot rename $path: $!\n";
    }
    open my $out, '>', "$path.new"
        or die "cannot write $path: $!" . as_whom() . "\n";
    print {$out} $text;
    close $out or die "cannot write $path: $!\n";
    chmod 0644, "$path.new";
    rename "$path.new", $path or die "cannot write $path: $!\n";
    return [ $state eq 'other' ? 'replaced' : 'written', $path ];
}

sub as_whom () {
    return $> == 0 ? '' : '; run this as root, or name another DIR';
}

1;

__END__

=head1 NAME

Mehari::Setup::Files - the files of a set-up, written

=head1 SYNOPSIS

    my $files = Mehari::Setup::Files->new([ [ $path, $text ] ], force => 0);
    say "@$_" for $files->write_all;

=cut
