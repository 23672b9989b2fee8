package Mehari::Tune::Census;

# The processes of a server that answer requests with Perl, and their memory.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::File            qw(bytes_if_readable);
use Mehari::Memory::Family  qw(family);
use Mehari::Memory::Process qw(memory_of);

our @EXPORT_OK = qw(census summary server_at listener_in);

# The processes that answer requests: workers of a pool, the children that a
# pool forks for each request, or httpd's children.
my @KINDS = (
    [ 'worker of a pool', sub ($one) { $one->{role} eq 'worker' } ],
    [
        'child of a pool',
        sub ($one) {
            $one->{role} =~ /\A(?:child|template)\z/ && defined $one->{pool};
        }
    ],
    [ 'child of httpd', sub ($one) { $one->{role} eq 'child' } ],
);

# Memory of the processes below $server that answer requests, and of all its
# processes.
sub census ($server) {
    my @all = map {
        { %$_, memory => memory_of($_->{pid}) }
    } grep { $_->{role} ne 'run' } family($server);
    my @seen = grep { $_->{memory} } @all;
    return undef if !@seen;
    for my $kind (@KINDS) {
        my ($what, $is) = @$kind;
        my @own = grep { $is->($_) } @seen;
        next if !@own;
        return {
            %{ summary($what, \@own, \@seen) },
            threads => threads_of($own[0]{pid})
        };
    }
    return undef;
}

# The largest process shows the size of a process. One more process costs its
# private memory, and nothing for what it shares.
sub summary ($what, $own, $all) {
    my ($largest) = sort { $b->{total} <=> $a->{total} }
        map { $_->{memory} } @$own;
    my @private
        = sort { $a <=> $b } map { $_->{memory}{private} } @$own;
    my $used = 0;
    $used += $_->{memory}{proportion} for @$all;
    return {
        what      => $what,
        count     => scalar @$own,
        max       => $largest->{total},
        shared    => $largest->{shared},
        private   => $largest->{private},
        low       => $private[0],
        high      => $private[-1],
        used      => $used,
        processes => { map { $_->{pid} => $_->{memory}{private} } @$own },
    };
}

# A child of prefork has at most two threads. One of event or worker has these
# two, and those of ThreadsPerChild.
my $FEW_THREADS = 2;

# ThreadsPerChild of a child of httpd; 0 for a process that has no such threads.
sub threads_of ($pid) {
    my ($count)
        = (bytes_if_readable("/proc/$pid/status") // '')
        =~ /^Threads:\s+(\d+)/m;
    return ($count // 1) > $FEW_THREADS ? $count - $FEW_THREADS : 0;
}

# The topmost process that listens on a port here; undef if there is none, or if
# we may not see its descriptors.
sub server_at ($port) {
    my %socket;
    for my $file (qw(/proc/net/tcp /proc/net/tcp6)) {
        my $text = bytes_if_readable($file) // next;
        $socket{$_} = 1 for listener_in($text, $port);
    }
    my %has = map { $_ => 1 } grep { has_socket($_, \%socket) }
        map { m{(\d+)\z} } glob '/proc/[0-9]*';
    my ($top) = grep { !$has{ parent_of($_) } } sort { $a <=> $b } keys %has;
    return $top;
}

# The inodes of sockets that listen on the port, of the text of /proc/net/tcp.
sub listener_in ($text, $port) {
    my $hex = sprintf '%04X', $port;
    my @inodes;
    for my $line (split /\n/, $text) {
        my @field = split ' ', $line;
        push @inodes, $field[9]
            if @field > 9 && $field[1] =~ /:$hex\z/ && $field[3] eq '0A';
    }
    return @inodes;
}

sub has_socket ($pid, $socket) {
    opendir my $dir, "/proc/$pid/fd" or return 0;
    for my $number (readdir $dir) {
        my $target = readlink "/proc/$pid/fd/$number" // next;
        return 1 if $target =~ /\Asocket:\[(\d+)\]\z/ && $socket->{$1};
    }
    return 0;
}

sub parent_of ($pid) {
    open my $in, '<', "/proc/$pid/stat" or return 0;
    return (<$in> // '') =~ /\A\d+ \(.*\) \S (\d+)/s ? $1 : 0;
}

1;

__END__

=head1 NAME

Mehari::Tune::Census - the processes that answer, and their sizes

=head1 FUNCTIONS

=over

=item server_at($port)

The process id of the server that listens there, or undef.

=item census($pid)

Returns figures of the processes below it that answer with Perl: C<what> they
are, C<count>, C<max> (size of the largest), C<shared> and C<private> of it,
C<low> and C<high> of what they have for themselves, C<processes> (process id to
its private memory), and C<used>, what the whole server uses. All in KiB. undef
when none can be looked at.

=back

=cut
