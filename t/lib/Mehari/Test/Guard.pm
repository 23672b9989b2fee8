package Mehari::Test::Guard;

# A test in a session of its own, without the terminal of the person who runs
# it. The guard ends all its processes, whatever happens, and ends a test that
# takes too long.

use Mehari::Perl;
use List::Util  qw(sum0);
use POSIX       qw(SIGTERM WNOHANG setsid);
use Time::HiRes qw(sleep time);

# The seconds that a test may take. No test takes half of that, except one for
# which MEHARI_LONGER adds its time.
my $LIMIT  = 20 * 60 + ($ENV{MEHARI_LONGER} // 0);
my $MOMENT = 5;    # for processes that are about to end

# Seconds between two looks. A signal, as of a child's end, interrupts the sleep,
# unless it comes just before.
my $NAP = 0.2;

# Numbers of linux/prctl.h.
my $PR_SET_PDEATHSIG       = 1;
my $PR_SET_CHILD_SUBREAPER = 36;

my $told = '';    # the signal that says: end

# Runs the command, and then ends the processes that it left. Returns the
# command's exit status, or 1 if it took too long or left a process. The CPU
# seconds of all its processes are written to the file. A ^C reaches this process,
# and not those of the test.
sub run ($file, @command) {
    local @SIG{qw(HUP INT QUIT TERM)} = (sub ($name) { $told ||= $name }) x 4;
    local $SIG{CHLD} = sub ($name) { };
    adopt();
    my $pid    = start(@command);
    my $end    = time + $LIMIT;
    my $status = wait_for($pid, sub { $told || time > $end });
    if (!defined $status) {
        say STDERR "# @command goes on after $LIMIT s, and is ended."
            if !$told;
        kill TERM => -$pid;
        wait_for($pid, moment());
    }
    my @names = end_all();
    say STDERR "# Processes went on after @command, and were ended: @names"
        if @names && !$told;
    note_cpu($file);
    return 1                     if !defined $status || @names;
    return 128 + ($status & 127) if $status & 127;
    return $status >> 8;
}

# A program that asks the terminal would wait for ever, or be stopped.
sub start (@command) {
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    setsid();
    open STDIN, '<', '/dev/null' or die "/dev/null: $!\n";
    exec { $command[0] } @command or die "$command[0]: $!\n";
}

sub note_cpu ($file) {
    open my $out, '>', $file or die "$file: $!\n";
    print {$out} sum0((times)[ 2, 3 ]);
    return close $out;
}

# Makes this process the parent of all processes below it whose parents end, and
# has it get a SIGTERM when its own parent ends. A perl without the numbers of
# system calls looks after its own child only.
sub adopt () {
    eval { require 'sys/syscall.ph' }   ## no critic (RequireBarewordIncludes)
        or return;
    prctl($PR_SET_CHILD_SUBREAPER, 1);
    prctl($PR_SET_PDEATHSIG,       SIGTERM);
    return;
}

sub prctl ($what, $value) {
    no strict 'refs';                   ## no critic (ProhibitNoStrict)
    syscall(&{'SYS_prctl'}(), $what, $value, 0, 0, 0) == 0
        or die "prctl: $!\n";
    return;
}

sub moment ($seconds = $MOMENT) {
    my $end = time + $seconds;
    return sub { time > $end };
}

# Reaps children until that process has ended, and returns its status. Returns undef
# if $is_enough is true before, or if there is no child. The pid 0 is that of no
# process.
sub wait_for ($pid, $is_enough) {
    while ((my $ended = waitpid -1, WNOHANG) >= 0) {
        return $? if $ended && $ended == $pid;
        next      if $ended;
        last      if $is_enough->();
        sleep $NAP;
    }
    return undef;
}

# Ends all children, and returns the names of those that had to be killed.
sub end_all () {
    wait_for(0, moment());
    my %names;
    my $end = time + $MOMENT;
    while (my %child = children()) {
        %names = (%names, %child);
        kill KILL => keys %child;
        wait_for(0, moment(0.1));
        last if time > $end;
    }
    return sort values %names;
}

# Ends the guards below the runner, which calls this, and waits for their end.
sub end_guards () {
    local @SIG{qw(HUP INT TERM)} = ('DEFAULT') x 3;
    my %guard = children();
    kill TERM => keys %guard;
    1 while wait > 0;
    return;
}

# Returns pid => name of all children.
sub children () {
    my %child;
    for my $file (glob '/proc/[0-9]*/stat') {
        open my $in, '<', $file or next;
        my ($pid, $name, $state, $parent)
            = (readline($in) // '') =~ /\A(\d+) \((.*)\) (\S) (\d+)/s
            or next;
        $child{$pid} = $name if $parent == $$ && $state ne 'Z';
    }
    return %child;
}

1;

__END__

=head1 NAME

Mehari::Test::Guard - ends what a test has left

=head1 SYNOPSIS

    perl -MMehari::Test::Guard -e 'exit Mehari::Test::Guard::run(@ARGV)' \
        CPU-FILE perl t/config/merge.t

=head1 DESCRIPTION

A child of a test that goes on when the test has died would hold its standard
output, and L<Mehari::Test::Suite> would wait for ever. It runs each test below
this module, which takes in all processes of the test whose parents have ended
(C<PR_SET_CHILD_SUBREAPER>, L<prctl(2)>), and kills those that are there five
seconds after the test. A test that left such a process has failed, and so has a
test that takes twenty minutes.

A test has a session of its own and an empty STDIN: neither it nor a server or
command that it starts can read from the terminal of the person who runs the
tests, and none is stopped because it tried. This module ends the test on a C<^C>
in that terminal, and when the runner ends.

=cut
