package Mehari::Bench::Server;

# The servers that answer for some cells: a private httpd, and the peers that
# stand behind it.

use Mehari::Perl;
use HTTP::Tiny;
use JSON::PP qw(decode_json);

# A started httpd, and started peers by their mode.
sub new ($class, $httpd, %peers) {
    return bless { httpd => $httpd, peers => \%peers }, $class;
}

sub httpd    ($self) { return $self->{httpd} }
sub root     ($self) { return $self->{httpd}->root }
sub pid      ($self) { return $self->{httpd}->pid }
sub children ($self) { return $self->{httpd}->children }
sub log_mark ($self) { return $self->{httpd}->error_log_mark }

# A peer may be asked without httpd.
sub url ($self, $path, $mode = '') {
    my $peer = $self->{peers}{$mode};
    return ($peer && $peer->url($path)) // $self->{httpd}->url($path);
}

# The pool's way to put memory back, from the status page: its name, the number
# of runs, and their pages, faults and seconds. undef: it is not known.
sub restored ($self) {
    my $url = $self->{httpd}->url('/pool-status?format=json');
    my $got = HTTP::Tiny->new(timeout => 10)->get($url);
    return undef if !$got->{success};
    my $pools = eval { decode_json($got->{content})->{pools} } // [];
    return (map { $_->{restore} // () } grep { !$_->{embedded} } @$pools)[0];
}

# The last line of the error log since then, without those that only say that a
# script has failed, if there is one that says why; undef for none.
sub last_line ($self, $mark) {
    my @lines = split /\n/, $self->{httpd}->error_log_since($mark);
    my @why   = grep {
        !/End of script output before headers|BEGIN failed--|aborted due to/
    } @lines;
    return $why[-1] // $lines[-1];
}

# All processes whose time counts: httpd, its children, scripts, managers of
# pools with all processes below them, and peers.
sub processes ($self) {
    return ($self->{httpd}->family,
        map { $_->processes } values %{ $self->{peers} });
}

# True while scripts that httpd or mod_cgid's daemon has started still run.
# Scripts of mod_fcgid always run, and look the same.
sub is_busy ($self) {
    return 0 if $self->{peers}{fcgid};
    my @own = $self->{httpd}->processes;
    return @own > 1 + (() = $self->children);
}

sub stop ($self) {
    $self->{httpd}->stop;
    $_->stop for values %{ $self->{peers} };
    return;
}

1;

__END__

=head1 NAME

Mehari::Bench::Server - an httpd that is measured, with its peers

=head1 METHODS

=over

=item new($httpd, %peers)

=item url($path, $mode)

The address at which that mode is asked for it: httpd's, or a peer without it.

=item root, pid, children, httpd

Return the properties of the httpd.

=item processes

Process ids of everything whose processor time is counted.

=item is_busy

True while scripts that httpd started are still running.

=item restored

The way in which the pool of C<perl-cgi> has put memory back, as C<restore> of
the status page: its name, the number of runs, and their pages, faults and
seconds.

=item log_mark, last_line($mark)

httpd's last line of the log since then.

=item stop

Ends all of it.

=back

=cut
