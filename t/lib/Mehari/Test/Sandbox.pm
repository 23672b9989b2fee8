package Mehari::Test::Sandbox;

# The restrictions of a systemd unit, as far as a test can set them without systemd:
# capabilities, new privileges, system calls.

use Mehari::Perl;

use Exporter qw(import);

our @EXPORT = qw(value_of system_calls confine refuse_prctl);

# Numbers of linux/prctl.h, linux/capability.h, linux/filter.h and linux/seccomp.h.
my %PRCTL = (CAPBSET_DROP => 24, SET_NO_NEW_PRIVS => 38);
my %CAPABILITY
    = (KILL => 5, SETGID => 6, SETUID => 7, NET_BIND_SERVICE => 10);
my $LAST   = 40;
my %BPF    = (LOAD => 0x20, JUMP_EQUAL => 0x15, RETURN => 0x06);
my %ANSWER = (
    ALLOW  => 0x7fff0000,
    EPERM  => 0x00050001,
    EINVAL => 0x00050016,
);
my %OFFSET = (CALL => 0, ARGUMENT => 16);

# Returns the value of a line of a unit.
sub value_of ($unit, $name) {
    my ($value) = $unit =~ /^\Q$name\E=(.*)$/m;
    return $value;
}

# Returns name => number of this machine's system calls, or nothing if these cannot
# be found out.
sub numbers () {
    return () if `uname -m` !~ /x86_64/;
    # A Debian may also have the headers of other processors.
    open my $in, '<', '/usr/include/x86_64-linux-gnu/asm/unistd_64.h'
        or return ();
    return map { /^#define __NR_(\w+)\s+(\d+)/ ? ($1 => $2) : () } <$in>;
}

# Returns the numbers of the system calls that a filter names, also through sets.
sub system_calls ($filter) {
    my %number = numbers();
    my @todo   = split ' ', $filter;
    my (%seen, %calls);
    while (defined(my $name = shift @todo)) {
        next if $seen{$name}++;
        if ($name !~ /\A\@/) {
            $calls{ $number{$name} } = 1 if defined $number{$name};
            next;
        }
        my $text
            = `systemd-analyze --no-pager syscall-filter $name 2>/dev/null`;
        push @todo, $text =~ /^ +(\@?\w[\w-]*|\@[\w-]+)$/mg;
    }
    my @calls = sort { $a <=> $b } keys %calls;
    return @calls;
}

# Restricts the calling process and what it executes. Dies if that fails.
sub confine ($unit, @calls) {
    my @kept = map { split ' ' } $unit =~ /^CapabilityBoundingSet=(.*)$/mg;
    drop(map { s/\ACAP_//r } @kept)    if @kept && $> == 0;
    prctl($PRCTL{SET_NO_NEW_PRIVS}, 1) if @calls;
    filter(@calls)                     if @calls;
    return;
}

sub prctl ($what, $value) {
    my $SYS_prctl = { numbers() }->{prctl} // 157;
    syscall($SYS_prctl, $what, $value, 0, 0, 0) == 0
        or die "prctl $what $value: $!\n";
    return;
}

sub drop (@kept) {
    my %kept
        = map { $CAPABILITY{$_} // die("no number for $_\n") => 1 } @kept;
    prctl($PRCTL{CAPBSET_DROP}, $_) for grep { !$kept{$_} } 0 .. $LAST;
    return;
}

# For the calling process and what it executes, the kernel no longer knows this
# option of prctl().
sub refuse_prctl ($option) {
    prctl($PRCTL{SET_NO_NEW_PRIVS}, 1) if $>;
    install(
        _step('LOAD',       0, 0, $OFFSET{CALL}),
        _step('JUMP_EQUAL', 0, 3, { numbers() }->{prctl} // 157),
        _step('LOAD',       0, 0, $OFFSET{ARGUMENT}),
        _step('JUMP_EQUAL', 0, 1, $option),
        _step('RETURN',     0, 0, $ANSWER{EINVAL}),
        _step('RETURN',     0, 0, $ANSWER{ALLOW}),
    );
    return;
}

# Allows these system calls; all others fail with EPERM.
sub filter (@calls) {
    install(
        _step('LOAD', 0, 0, $OFFSET{CALL}),
        map(
            { _step('JUMP_EQUAL', 0, 1, $_),
                    _step('RETURN', 0, 0, $ANSWER{ALLOW}) } @calls),
        _step('RETURN', 0, 0, $ANSWER{EPERM}),
    );
    return;
}

sub _step ($code, $true, $false, $value) {
    return pack 'SCCL', $BPF{$code}, $true, $false, $value;
}

sub install (@steps) {
    my $program     = join '', @steps;
    my $header      = pack 'S x6 P', scalar @steps, $program;
    my $SYS_seccomp = { numbers() }->{seccomp} // 317;
    syscall($SYS_seccomp, 1, 0, $header) == 0 or die "seccomp: $!\n";
    return;
}

1;
