package Mehari::Serve::Debugger;

# mehari serve --debug: the configuration that runs requests in the debugger,
# one at a time, and the terminal. The debugger of a request connects to a port
# of ours, through which it gets the typed lines and sends its output.

use Mehari::Perl;

use IO::Select;
use IO::Socket::INET;
use Socket qw(SHUT_WR);

# The modes that a program can be debugged in. A script sees the same under
# perl-cgi as under mod_cgi, so perl -d runs both.
my %MODES = map { $_ => 1 } qw(perl-cgi registry perlscript modperl);

sub modes ($class) { return sort keys %MODES }

# users: who may connect, as numbers.
sub new ($class, @users) {
    my $listener = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1',
        LocalPort => 0,
        Listen    => 16,
    ) or die "no port for the debugger: $!\n";
    return bless {
        listener => $listener,
        users    => { map { $_ => 1 } 0, $>, @users },
        stdin    => 1,
    }, $class;
}

sub address ($self) { return '127.0.0.1:' . $self->{listener}->sockport }

# Each request has a process of its own, so it begins anew. There is no time
# limit, because a person at the debugger may take long.
sub text ($self) {
    my $where = $self->address;
    return <<~"CONF";
        KeepAlive Off
        MaxConnectionsPerChild 1
        Timeout 86400
        PerlModule Mehari::Debug::Registry Mehari::Debug
        PerlSetVar MehariDebug $where
        <Location "/perl-cgi/">
            SetHandler cgi-script
            SetEnv PERL5OPT -d
            SetEnv PERLDB_OPTS "RemotePort=$where inhibit_exit=0 ReadLine=0"
        </Location>
        <Location "/registry/">
            PerlResponseHandler Mehari::Debug::Registry
            PerlCleanupHandler Mehari::Debug::finish
        </Location>
        <LocationMatch "^/(?:perlscript|modperl)/">
            PerlCleanupHandler Mehari::Debug::finish
        </LocationMatch>
        CONF
}

# --- the terminal ------------------------------------------------------------

# Waits at most so many seconds for input or output, and passes it on.
sub wait ($self, $seconds) {
    my @handles = $self->{session} // $self->{listener};
    push @handles, \*STDIN if $self->{session} && $self->{stdin};
    for my $handle (IO::Select->new(@handles)->can_read($seconds)) {
        if    ($handle == $self->{listener}) { $self->begin }
        elsif ($handle == \*STDIN)           { $self->say_on }
        else                                 { $self->hear }
    }
    return;
}

sub begin ($self) {
    my $socket = $self->{listener}->accept or return;
    return close $socket if !$self->may($socket);
    $self->{session} = $socket;
    return;
}

# Refuses other users of this machine, who could read the typed lines. The
# kernel tells the owner of the other end.
sub may ($self, $socket) {
    my $port = sprintf ':%04X', $socket->peerport;
    open my $in, '<', '/proc/net/tcp' or return 1;
    while (my $line = <$in>) {
        my ($local, $uid) = (split ' ', $line)[ 1, 7 ];
        next if ($local // '') !~ /\Q$port\E\z/;
        return exists $self->{users}{$uid};
    }
    return 0;
}

sub hear ($self) {
    my $read = sysread $self->{session}, my $text, 65536;
    if (!$read) {
        close delete $self->{session};
        syswrite STDOUT,
            "\n  The request is over; the next one stops again.\n\n";
        return;
    }
    syswrite STDOUT, $text;
    return;
}

# The end of the input ends the debugger, and the request goes on.
sub say_on ($self) {
    my $read = sysread STDIN, my $text, 65536;
    if (!$read) {
        $self->{stdin} = 0;
        shutdown $self->{session}, SHUT_WR;
        return;
    }
    local $SIG{PIPE} = 'IGNORE';
    syswrite $self->{session}, $text;
    return;
}

1;

__END__

=head1 NAME

Mehari::Serve::Debugger - the terminal of mehari serve --debug

=head1 SYNOPSIS

    my $debugger = Mehari::Serve::Debugger->new($uid);
    print $debugger->text;
    $debugger->wait(0.1) while 1;

=cut
