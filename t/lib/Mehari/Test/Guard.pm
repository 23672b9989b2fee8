package Mehari::Test::Guard;

# The end of a test: no process of it goes on, whatever happened, and it has an
# end.

use v5.36;
use List::Util  qw(sum0);
use POSIX       qw(WNOHANG);
use Time::HiRes qw(sleep time);

my $LIMIT  = 20 * 60;    # seconds; no test takes half of that
my $MOMENT = 5;          # for processes that are about to end

my $PR_SET_CHILD_SUBREAPER = 36;    # linux/prctl.h

# Runs the command, and then ends what is left of it. Returns an exit status: that
# of the command, or 1 where it was too late or left a process. The CPU seconds of
# all its processes are written to the file.
sub run ($file, @command) {
    adopt();
    my $pid = fork // die "fork: $!";
    if (!$pid) { exec { $command[0] } @command or die "$command[0]: $!\n" }
    my $status = wait_for($pid, time + $LIMIT);
    if (!defined $status) {
        say STDERR "# @command goes on after $LIMIT s, and is ended.";
        kill TERM => $pid;
        wait_for($pid, time + $MOMENT);
    }
    my @names = end_all();
    say STDERR "# Processes went on after @command, and were ended: @names"
        if @names;
    note_cpu($file);
    return 1                     if !defined $status || @names;
    return 128 + ($status & 127) if $status & 127;
    return $status >> 8;
}

sub note_cpu ($file) {
    open my $out, '>', $file or die "$file: $!\n";
    print {$out} sum0((times)[ 2, 3 ]);
    return close $out;
}

# The processes below whose parents end become children of this one. A perl
# without the numbers of system calls looks after its own child only.
sub adopt () {
    eval { require 'sys/syscall.ph' }   ## no critic (RequireBarewordIncludes)
        or return;
    no strict 'refs';                   ## no critic (ProhibitNoStrict)
    syscall(&{'SYS_prctl'}(), $PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
        or die "prctl: $!\n";
    return;
}

# Reaps until that process has ended, and returns its status; nothing when the time
# comes first, or when there is no child. No process is 0.
sub wait_for ($pid, $end) {
    while ((my $ended = waitpid -1, WNOHANG) >= 0) {
        return $? if $ended && $ended == $pid;
        next      if $ended;
        last      if time > $end;
        sleep 0.01;
    }
    return undef;
}

# The names of those that had to be killed.
sub end_all () {
    wait_for(0, time + $MOMENT);
    my %names;
    my $end = time + $MOMENT;
    while (my %child = children()) {
        %names = (%names, %child);
        kill KILL => keys %child;
        wait_for(0, time + 0.1);
        last if time > $end;
    }
    return sort values %names;
}

# pid => name
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

=cut
