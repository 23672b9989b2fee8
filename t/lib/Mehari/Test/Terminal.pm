package Mehari::Test::Terminal;

# A program in a terminal of its own, in which a test reads and types.

use Mehari::Perl;
use Time::HiRes qw(sleep time);

# Returns the reason to skip a test that needs a terminal, or ''.
sub missing () {
    return eval { require IO::Pty; 1 } ? '' : 'IO::Pty is not installed';
}

sub new ($class, $environment, @command) {
    my $pty = IO::Pty->new;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        $pty->make_slave_controlling_terminal;
        my $slave = $pty->slave;
        close $pty;
        $slave->set_raw;
        open STDIN,  '<&', $slave;
        open STDOUT, '>&', $slave;
        open STDERR, '>&', $slave;
        %ENV = (%$environment, TERM => 'dumb');
        exec @command;
    }
    $pty->close_slave;
    $pty->blocking(0);
    return bless { pty => $pty, pid => $pid, shown => '' }, $class;
}

# Waits until the pattern matches the program's output, and returns its first group,
# or 1. The text up to the end of the match is forgotten. After 30 seconds, returns
# undef and shows the output.
sub see ($self, $pattern) {
    my $end = time + 30;
    while (time < $end) {
        sysread $self->{pty}, $self->{shown}, 65536, length $self->{shown};
        return $1 // 1 if $self->{shown} =~ s/\A.*?$pattern//s;
        sleep 0.02;
    }
    Test::More::diag("shown: $self->{shown}");
    return undef;
}

sub type ($self, $line) { return syswrite $self->{pty}, "$line\n" }

# Returns the program's status if it ends within so many seconds, else undef.
sub wait_for_end ($self, $seconds = 0) {
    my $end = time + $seconds;
    while ($self->{pid}) {
        if (waitpid($self->{pid}, 1) == $self->{pid}) {
            $self->{pid} = 0;
            return $?;
        }
        return undef if time >= $end;
        sleep 0.05;
    }
    return undef;
}

sub stop ($self, $signal, $seconds = 30) {
    kill $signal => $self->{pid} if $self->{pid};
    return $self->wait_for_end($seconds);
}

# SIGTERM comes first, so that the program can end its own processes.
sub DESTROY ($self) {
    local $?;
    $self->stop('TERM', 5) // $self->stop('KILL');
    return;
}

1;
