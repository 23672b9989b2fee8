package Mehari::Test::Terminal;

# A program with a terminal of its own, in which a test reads and types.

use Mehari::Perl;
use Time::HiRes qw(sleep time);

# The reason to skip a test that needs one, or nothing.
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

# The first group of the pattern, or 1, as soon as it matches what the program
# shows; undef after 30 seconds, with a note of that. The text up to the match
# is gone then.
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

# The program's status, if it ends within so many seconds.
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

# A program that can ends its own before it.
sub DESTROY ($self) {
    local $?;
    $self->stop('TERM', 5) // $self->stop('KILL');
    return;
}

1;
