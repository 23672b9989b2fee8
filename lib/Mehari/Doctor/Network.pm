package Mehari::Doctor::Network;

# The ports that the configuration listens to: a port must be free, or used by
# the httpd of this configuration.

use Mehari::Perl;

my $LISTENS = '0A';    # a state, in /proc/net/tcp

sub ports ($doctor) {
    my %port = map { $_ => 1 }
        map { ($_->{args}[0] // '') =~ /(?:\A|:)(\d+)\z/ ? $1 : () }
        $doctor->directives('listen');
    my @ports = sort { $a <=> $b } keys %port;
    return () if !$doctor->walk;
    return Mehari::Doctor::fail(
        'ports',
        'the configuration has no Listen',
        'write Listen 80.'
    ) if !@ports;
    my $taken = taken();
    my (@own, @free, @others);
    for my $port (@ports) {
        my $inode = $taken->{$port};
        if (!defined $inode) { push @free, $port; next }
        my $program = program_of($inode);
        if (!defined $program || is_httpd($doctor, $program)) {
            push @own, $port . (defined $program ? '' : ' (of another user)');
        }
        else { push @others, "$port by $program" }
    }
    return Mehari::Doctor::fail(
        'ports',
        'in use: ' . join(', ', @others),
        'end that program, or choose another port with Listen.'
    ) if @others;
    return Mehari::Doctor::ok(
        'ports', join '; ',
        @own  ? "in use by httpd: @own" : (),
        @free ? "free: @free"           : ()
    );
}

# port => the inode of the socket that listens there.
sub taken () {
    my %taken;
    for my $file (qw(/proc/net/tcp /proc/net/tcp6)) {
        open my $in, '<', $file or next;
        while (my $line = <$in>) {
            my (undef, $local, undef, $state, @more) = split ' ', $line;
            $taken{ hex $1 } = $more[5]
                if $state eq $LISTENS && $local =~ /:([0-9A-F]{4})\z/;
        }
    }
    return \%taken;
}

# The name and number of a process that has the socket; undef if this user may
# not see that.
sub program_of ($inode) {
    for my $link (glob '/proc/[0-9]*/fd/*') {
        next if (readlink $link // '') ne "socket:[$inode]";
        my ($pid) = $link =~ m{/proc/(\d+)/};
        open my $in, '<', "/proc/$pid/comm" or next;
        chomp(my $name = <$in> // '');
        return "$name (process $pid)";
    }
    return undef;
}

sub is_httpd ($doctor, $program) {
    my $name = ($doctor->{program} // 'httpd') =~ s{.*/}{}r;
    return $program =~ /\A(?:\Q$name\E|httpd|apache2) /;
}

1;

__END__

=head1 NAME

Mehari::Doctor::Network - the ports

=head1 DESCRIPTION

A check of L<Mehari::Doctor>.

=cut
