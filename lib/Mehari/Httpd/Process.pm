package Mehari::Httpd::Process;

# A program in a session of its own, without a terminal, that cannot outlive its
# creator. httpd, its children and what they start (CGI scripts, too) are its
# group.

use Mehari::Perl;
use Exporter    qw(import);
use File::Path  qw(remove_tree);
use POSIX       qw(_exit dup2 setsid sysconf _SC_CLK_TCK WNOHANG);
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(
    spawn watch dismiss reap end_group group_pids child_pids family_pids
    cpu_seconds
);

my @SIGNALS = qw(HUP INT QUIT TERM USR1 USR2 PIPE CHLD ALRM);

# Start @$command with the given environment; what it prints goes to $log. It
# leads its group on return: a group cannot be made for a process that is to
# have a session.
sub spawn ($command, $env, $log) {
    pipe my $begun, my $begins or die "Cannot make a pipe: $!.\n";
    my $pid = fork // die "Cannot start a process: $!.\n";
    if (!$pid) {
        setsid();
        close $begins;
        exec_program($command, $env, $log);
    }
    close $begins;
    sysread $begun, my $nothing, 1;
    return $pid;
}

# Never returns, and never runs the creator's END blocks.
sub exec_program ($command, $env, $log) {
    $SIG{$_} = 'DEFAULT' for @SIGNALS;
    if (open my $null, '<',  '/dev/null') { dup2(fileno $null, 0) }
    if (open my $out,  '>>', $log) {
        dup2(fileno $out, $_) for 1, 2;
    }
    %ENV = %$env;
    no warnings 'exec';
    exec { $command->[0] } @$command;
    my $message = "Cannot run $command->[0]: $!.\n";
    POSIX::write(2, $message, length $message);
    _exit(127);
}

# A small process that ends the group (and removes $root) if its creator was
# killed, so that no END block has run.
sub watch ($pgid, $root) {
    my $creator = $$;
    pipe my $read, my $write or die "Cannot make a pipe: $!.\n";
    my $pid = fork // die "Cannot start a process: $!.\n";
    if ($pid) {
        close $read;
        return { pid => $pid, line => $write };
    }
    close $write;
    $0 = "mehari: ends httpd $pgid with process $creator";
    $SIG{$_} = 'IGNORE' for qw(HUP INT QUIT TERM);
    if (open my $null, '+<', '/dev/null') {
        dup2(fileno $null, $_) for 0 .. 2;
    }
    wait_for_creator($read, $creator) and _exit(0);
    end_group($pgid, 3);
    eval { remove_tree($root) } if defined $root;
    _exit(0);
}

# True when it was dismissed. End of file alone does not show that the creator
# has ended, because another fork of it may hold the other end of the pipe.
sub wait_for_creator ($line, $creator) {
    while (getppid() == $creator) {
        vec(my $bits = '', fileno $line, 1) = 1;
        next if select($bits, undef, undef, 0.5) <= 0;
        return sysread($line, my $word, 1);
    }
    return 0;
}

sub dismiss ($watchdog) {
    local $SIG{PIPE} = 'IGNORE';
    syswrite $watchdog->{line}, '.';
    close $watchdog->{line};
    waitpid $watchdog->{pid}, 0;
    return;
}

# True if our child $pid has ended; waits at most $seconds for that.
sub reap ($pid, $seconds = 0) {
    my $end = time + $seconds;
    while (1) {
        return 1 if waitpid($pid, WNOHANG);    # its pid, or -1: not ours
        return 0 if time >= $end;
        sleep 0.01;
    }
}

# TERM to the leader, who may have children to take care of; after $seconds, or
# when only others are left, KILL to the group. Processes of the family in other
# groups are the managers of pools and the processes below them. They end
# because httpd has ended; after a while they are killed. On return the whole
# family has ended, because a signal takes time.
sub end_group ($pgid, $seconds) {
    my $end    = time + $seconds;
    my %family = family_since($pgid);
    kill TERM => $pgid;
    while (group_alive($pgid) && time < $end) {
        reap($pgid);
        last if !kill 0 => $pgid;
        sleep 0.01;
    }
    kill KILL => -$pgid;
    reap($pgid, 5);
    wait_for_end(5, %family);
    kill KILL => still_there(%family);
    wait_for_end(5, %family);
    return;
}

# pid => start time. A pid with another start time is another process.
sub family_since ($pgid) {
    my $stats = stats();
    return map { $_ => $stats->{$_}[7] } family_in($pgid, $stats);
}

sub wait_for_end ($seconds, %started) {
    my $end = time + $seconds;
    sleep 0.01 while still_there(%started) && time < $end;
    return;
}

sub still_there (%started) {
    my @there;
    for my $pid (keys %started) {
        my $stat = stat_of($pid) // next;
        push @there, $pid
            if $stat->[7] == $started{$pid} && $stat->[8] ne 'Z';
    }
    return @there;
}

sub group_alive ($pgid) { return kill 0 => -$pgid }

# Fields of /proc/PID/stat: [ppid, pgrp, utime, stime, cutime, cstime, session,
# start, state, name]. The name in the second field may hold blanks and
# parentheses.
sub stat_of ($pid) {
    open my $file, '<', "/proc/$pid/stat" or return undef;
    my $text = join '', <$file>;    # there may be lines in a name, too
    my ($name, $rest) = $text =~ /\((.*)\)(.*)/s or return undef;
    my @field = split ' ', $rest;
    return undef if @field < 20;
    return [ @field[ 1, 2, 11, 12, 13, 14, 3, 19, 0 ], $name ];
}

# Returns pid => fields of all processes, or of a group. The number of the group
# comes first, in a twentieth of the time of reading the file.
sub stats ($pgid = undef) {
    opendir my $dir, '/proc' or return {};
    my %stat;
    for my $pid (grep { /^\d+$/ } readdir $dir) {
        next if defined $pgid && getpgrp($pid) != $pgid;
        $stat{$pid} = stat_of($pid) // next;
    }
    return \%stat;
}

sub group_stats ($pgid) {
    my $stats = stats($pgid);
    return +{
        map  { $_ => $stats->{$_} }
        grep { $stats->{$_}[1] == $pgid } keys %$stats
    };
}

# The group, and what its processes started outside of it. The group's leader
# has a session of its own, and so has the manager of a pool. By the session,
# even processes without their parent are found.
sub family_pids ($pgid) { return family_in($pgid, stats()) }

sub family_in ($pgid, $stats) {
    my %family
        = map { $_ => 1 } grep { $stats->{$_}[1] == $pgid } keys %$stats;
    my %session = ($pgid => 1);
    my $found   = keys %family;
    while ($found) {
        $found = 0;
        for my $pid (grep { !$family{$_} } keys %$stats) {
            my ($parent, $session) = @{ $stats->{$pid} }[ 0, 6 ];
            next if !$family{$parent} && !$session{$session};
            $family{$pid}      = 1;
            $session{$session} = 1 if $session == $pid;
            $found++;
        }
    }
    my @pids = sort { $a <=> $b } keys %family;
    return @pids;
}

sub group_pids ($pgid) {
    my @pids = sort { $a <=> $b } keys %{ group_stats($pgid) };
    return @pids;
}

# A pool's manager is in the group until it leaves it. It gets its name before
# it leaves, and before it executes its program.
sub is_child ($stat, $parent) {
    return $stat->[0] == $parent && $stat->[9] ne 'mehari-pool';
}

# Children that run the same program: httpd starts other programs for its logs.
sub child_pids ($pgid, $parent) {
    my $stats   = group_stats($pgid);
    my $program = readlink "/proc/$parent/exe";
    my @pids    = grep { is_child($stats->{$_}, $parent) } keys %$stats;
    @pids = grep { (readlink("/proc/$_/exe") // '') eq $program } @pids
        if defined $program;
    return @pids = sort { $a <=> $b } @pids;
}

# The sum over living processes, and over ended ones by their parents' cutime
# and cstime.
sub cpu_seconds ($pgid) {
    my $ticks = 0;
    for my $stat (values %{ group_stats($pgid) }) {
        $ticks += $_ for @$stat[ 2 .. 5 ];
    }
    return $ticks / sysconf(_SC_CLK_TCK);
}

1;

__END__

=head1 NAME

Mehari::Httpd::Process - a process group that ends with its creator

=head1 DESCRIPTION

Used by L<Mehari::Httpd>.  Reads F</proc>, so Linux only.

=head1 FUNCTIONS

=over

=item spawn(\@command, \%env, $log)

Starts the command as leader of a new session and process group, without a
terminal and with an empty STDIN; returns its pid.

=item watch($pgid, $root)

Starts the process that ends the group when its creator dies without ending it,
and removes C<$root> if defined.  Returns what B<dismiss> takes.

=item dismiss($watchdog)

Ends that process.

=item reap($pid, $seconds)

Waits for a child; false if it is still there after so many seconds.

=item end_group($pgid, $seconds)

TERM to the leader; after so many seconds KILL to the whole family.

=item group_pids($pgid), child_pids($pgid, $parent), family_pids($pgid)

Process ids; the family is the group with what it started outside of it.

=item cpu_seconds($pgid)

User and system time of the group, its reaped children included.

=back

=cut
