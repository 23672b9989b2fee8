package Mehari::Test::Machine;

# Copies of this machine that go away. A copy is a namespace, which has the files of
# this machine as its lower layer. Nothing outside sees what happens in it, and its
# processes end with it.

use Mehari::Perl;
use Exporter   qw(import);
use File::Temp qw(tempdir);
use IO::Socket::INET;
use Mehari::Test ();

our @EXPORT = qw(folder_of_roots inside free_port);

my %FOLDER;    # name => process that made it

# Makes a folder for whole systems. At the end rm removes it, in less time than
# perl's remove_tree.
sub folder_of_roots ($template) {
    my $dir = tempdir($template, DIR => '/var/tmp', CLEANUP => 1);
    $FOLDER{$dir} = $$;
    return $dir;
}

END {
    local $?;
    for my $dir (grep { $FOLDER{$_} == $$ } keys %FOLDER) {
        system 'rm', '-rf', '--one-file-system', $dir;
    }
}

# Runs a command in the copy, with the folder "build" of $dir at /mnt; returns its
# status and its output. $dir keeps the files that it wrote. Needs root.
sub inside ($dir, @command) {
    mkdir $_ for map { "$dir/$_" } qw(upper work root build);
    Mehari::Test::write_file("$dir/inside.sh", <<~"SH");
        set -e
        mount -t overlay -o lowerdir=/,upperdir=$dir/upper,workdir=$dir/work \\
            overlay $dir/root
        mount -t proc proc $dir/root/proc
        mount --rbind /dev $dir/root/dev
        mount -t tmpfs tmpfs $dir/root/run
        mkdir $dir/root/run/lock
        mount --bind $dir/build $dir/root/mnt
        exec chroot $dir/root "\$@"
        SH
    my $text = qx(unshare --mount --pid --fork --kill-child \\
        /bin/sh $dir/inside.sh @command 2>&1 </dev/null);
    return ($? >> 8, $text);
}

sub free_port () {
    my $socket = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1',
        Listen    => 1,
    ) or die "no port: $@";
    return $socket->sockport;
}

1;

__END__

=head1 NAME

Mehari::Test::Machine - a copy of this machine in which packages are installed

=head1 FUNCTIONS

=over

=item folder_of_roots($template)

=item inside($dir, @command)

=item free_port

=back

=cut
