package Mehari::Check::Mount;

# Starts an httpd that sees a copy in the place of the original. A script then
# finds the copy by an absolute path, too, or by a path that leads out of its
# directory and back. This needs a mount namespace: root can make one; other
# users can if the kernel allows user namespaces.

use Mehari::Perl;

use Mehari::Httpd::Process ();

# Mounts pairs of arguments up to "--", then executes the rest. The working
# directory is that of httpd as a daemon, so that a script that relies on its
# own directory does not write to the user's.
my $SCRIPT = <<'SH';
while [ "$1" != -- ]; do mount --bind "$1" "$2" || exit 1; shift 2; done
shift
cd / && exec "$@"
SH

# Words to put before a command, so that it sees each copy in its place: @pairs
# are (copy, place, copy, place, ...), or nothing.
sub prefix (@pairs) {
    my @mount = ('sh', '-c', $SCRIPT, 'mehari check', @pairs, '--');
    return @mount                               if !@pairs;
    return ('unshare', '--mount', '--', @mount) if $> == 0;
    my $group = $) + 0;
    return (
        'unshare', '--mount', '--map-root-user', '--', @mount,

      # Changes back to the user's own id, because httpd would believe that it
      # is root.
        'unshare', '--user', "--map-user=$>", "--map-group=$group", '--',
    );
}

# True if this system allows it.
sub works (@pairs) {
    my ($copy, $place) = @pairs;
    my @command = (prefix(@pairs), 'test', $copy, '-ef', $place);
    my $pid = Mehari::Httpd::Process::spawn(\@command, {%ENV}, '/dev/null');
    local $? = 0;
    waitpid $pid, 0;
    return $? == 0;
}

1;

__END__

=head1 NAME

Mehari::Check::Mount - a copy in the place of the original

=head1 FUNCTIONS

=over

=item prefix($copy, $place, ...)

The words of a command that runs another command, which sees each copy at its
place.

=item works($copy, $place, ...)

True if that is possible here.

=back

=cut
