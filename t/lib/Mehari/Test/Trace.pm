package Mehari::Test::Trace;

=head1 NAME

Mehari::Test::Trace - stops a process at its system calls, and at its end

=head1 SYNOPSIS

    plan skip_all => trace_missing() if trace_missing();
    trace($pid);
    trace_on($pid, 5) or die 'It has ended';
    untrace($pid);

=head1 FUNCTIONS

=head2 trace_missing

Returns the reason why no process can be traced here, or undef.

=head2 trace($pid, $option = 0)

Stops the process, wherever it is. $option is one of ptrace(2); C<TRACE_END> has
the process stop when it is about to end.

=head2 trace_on($pid, $count = 1)

Lets the process go on until so many of its system calls have begun or ended.
Returns false if it has ended before.

=head2 trace_to_end($pid)

Lets the process go on until it stops for another reason than a system call.

=head2 untrace($pid, $signal = 0)

Lets the process go on untraced, with that signal.

=head2 process_state($pid)

Returns the letter of the process's state in proc(5), or nothing if there is no
such process.

=cut

use Mehari::Perl;
use Config;
use Exporter qw(import);
use Mehari::Test;

our @EXPORT = qw(
    trace_missing trace trace_on trace_to_end untrace process_state
    TRACE_END
);

use constant TRACE_END => 0x40;

# The number of ptrace(), its requests, and the options of waitpid().
my %NUMBER = (x86_64 => 101, aarch64 => 117);
my ($CALL) = map { $NUMBER{$_} // () } $Config{archname} =~ /\A(\w+?)-/;
my ($CONT, $SYSCALL, $SEIZE, $INTERRUPT) = (7, 24, 0x4206, 0x4207);
my $WALL = 0x4000_0000;

sub ptrace ($what, $pid, $data = 0) {
    return syscall($CALL, $what, 0 + $pid, 0, 0 + $data) == 0;
}

sub trace_missing () {
    return 'the number of ptrace() is not known' if !$CALL;
    pipe my $end, my $hold or die "Cannot make a pipe: $!.\n";
    my $pid = fork // die "Cannot fork: $!.\n";
    if (!$pid) {
        close $hold;
        readline $end;
        exec 'true';
    }
    my $why = trace($pid) ? undef : "a process cannot be traced: $!";
    kill KILL => $pid;
    waitpid $pid, 0;
    return $why;
}

sub trace ($pid, $option = 0) {
    ptrace($SEIZE, $pid, $option) or return 0;
    ptrace($INTERRUPT, $pid);
    waitpid $pid, $WALL;
    return 1;
}

sub trace_on ($pid, $count = 1) {
    for (1 .. $count) {
        ptrace($SYSCALL, $pid);
        waitpid $pid, $WALL;
        return 0 if process_state($pid) ne 't';
    }
    return 1;
}

sub trace_to_end ($pid) {
    ptrace($CONT, $pid);
    return;
}

sub untrace ($pid, $signal = 0) {
    kill $signal => $pid if $signal;
    ptrace($CONT, $pid);
    waitpid $pid, $WALL;
    return;
}

sub process_state ($pid) {
    my $stat = eval { read_file("/proc/$pid/stat") } // '';
    return $stat =~ /\) (\w) / ? $1 : '';
}

1;
