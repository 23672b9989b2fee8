package Mehari::Check::Mount;

# A httpd for which a copy stands in the place of the original: what a script
# finds by an absolute path, or by one that leads out of its directory and back,
# is the copy then. Needs a mount namespace: root has them, and others where the
# kernel gives them a user namespace.

use Mehari::Perl;

use Mehari::Httpd::Process ();

# Mounts pairs of arguments up to "--", then becomes the rest of them: in the
# directory that httpd has as a daemon, lest a script which thinks that it is in
# its own writes to that of whoever has started us.
my $SCRIPT = <<'SH';
while [ "$1" != -- ]; do mount --bind "$1" "$2" || exit 1; shift 2; done
shift
cd / && exec "$@"
SH

# The words in front of a command for it to see each copy at its place: @pairs
# are (copy, place, copy, place, ...), or nothing.
sub prefix (@pairs) {
    my @mount = ('sh', '-c', $SCRIPT, 'mehari check', @pairs, '--');
    return @mount                               if !@pairs;
    return ('unshare', '--mount', '--', @mount) if $> == 0;
    my $group = $) + 0;
    return (
        'unshare', '--mount', '--map-root-user', '--', @mount,

        # Back to who we are: httpd would take itself for root.
        'unshare', '--user', "--map-user=$>", "--map-group=$group", '--',
    );
}

# Does this system let us?
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

The words of a command that runs another one, for which each copy is at its
place.

=item works($copy, $place, ...)

True if that is possible here.

=back

=cut
