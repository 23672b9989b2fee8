package Mehari::Test::Sandbox;

# A systemd unit's restrictions of a program, as far as a test can do the same
# without systemd: capabilities, new privileges, system calls.

use Mehari::Perl;

use Exporter qw(import);

our @EXPORT = qw(value_of system_calls confine refuse_prctl);

# Of linux/prctl.h, linux/capability.h, linux/filter.h and linux/seccomp.h.
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

# The value of a line of a unit.
sub value_of ($unit, $name) {
    my ($value) = $unit =~ /^\Q$name\E=(.*)$/m;
    return $value;
}

# name => number, of this machine; nothing when that cannot be found out.
sub numbers () {
    return () if `uname -m` !~ /x86_64/;
    # A Debian may have those of other processors beside them.
    open my $in, '<', '/usr/include/x86_64-linux-gnu/asm/unistd_64.h'
        or return ();
    return map { /^#define __NR_(\w+)\s+(\d+)/ ? ($1 => $2) : () } <$in>;
}

# The numbers of those that a filter names, its sets included.
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

# For the calling process and what it executes. Dies when it cannot.
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

# For the calling process and what it executes: the kernel does not know this
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

# Each call is compared, and allowed at once; the rest gets EPERM.
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
