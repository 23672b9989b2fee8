package Mehari::Doctor::Kernel;

# The kernel's features that a pool can use.

use v5.36;

# Less than this, and a site of some size runs out of them.
my %LEAST = (max_user_watches => 16_384, max_user_instances => 64);

# mehari-pool's own report: name => [yes or no, what more].
sub means ($doctor) {
    return $doctor->{means} //= do {
        my $program = $doctor->{pool};
        my ($said)
            = defined $program
            ? Mehari::Migrate::Layout->output($program, '--kernel')
            : '';
        +{
            map {
                /^(\S+) (yes|no)(?: (.*))?$/ ? ($1 => [ $2, $3 // '' ]) : ()
                }
                split /\n/,
            $said
        };
    };
}

sub restore ($doctor) {
    my $means = means($doctor);
    my @ways  = grep { $means->{$_} } qw(uffd soft-dirty compare);
    return () if !@ways;
    my ($best)
        = grep { $means->{$_}[1] =~ /best/ } @ways;
    my $all = join '; ',
        map { "$_: " . ($means->{$_}[1] =~ s/, best//r) } @ways;
    return Mehari::Doctor::warn(
        'restore',
        "memory cannot be restored here: $all",
        'there is a fork for each request; nothing needs to be done.'
    ) if !defined $best;
    return Mehari::Doctor::ok('restore', "$best is the fastest ($all)")
        if $best eq 'uffd';
    return Mehari::Doctor::warn(
        'restore',
        "$best is the fastest ($all)",
        'Linux 6.7 has a faster way; in a container its seccomp profile must'
            . ' allow userfaultfd. Else nothing needs to be done.'
    );
}

sub seccomp ($doctor) {
    my $seen = means($doctor)->{seccomp} // return ();
    return Mehari::Doctor::ok('seccomp',
        'the kernel has it: seccomp=on works')
        if $seen->[0] eq 'yes';
    return Mehari::Doctor::warn(
        'seccomp',
        "the kernel has it not: $seen->[1]",
        'a pool with seccomp=on ends when it starts; leave it off, and give'
            . ' pools users of their own.'
    );
}

# Pools hear of changed scripts and modules by inotify.
sub inotify ($doctor) {
    my @low;
    for my $name (sort keys %LEAST) {
        my $is = number("/proc/sys/fs/inotify/$name");
        return Mehari::Doctor::warn(
            'inotify',
            'the kernel does not say its limits',
            'without it mehari looks at all files for each request, which'
                . ' takes time.'
        ) if !defined $is;
        push @low, "fs.inotify.$name is $is" if $is < $LEAST{$name};
    }
    return Mehari::Doctor::ok('inotify', 'its limits are high enough')
        if !@low;
    return Mehari::Doctor::warn(
        'inotify',
        join(', ', @low),
        'raise it: '
            . join(' ',
            map { "sysctl fs.inotify.$_=$LEAST{$_}" } sort keys %LEAST)
            . '; mehari looks at the rest for each request, which takes time.'
    );
}

sub memory ($doctor) {
    my $mode      = number('/proc/sys/vm/overcommit_memory') // return ();
    my $available = available()                              // 0;
    my $found     = sprintf '%d MB are available', $available / 1024;
    return Mehari::Doctor::warn(
        'memory',
        "$found; vm.overcommit_memory is 2, so each fork of a large process"
            . ' counts as if it wrote to all of its memory',
        'vm.overcommit_memory=0, or much swap: else forks fail,'
            . ' and requests get 503.'
    ) if $mode == 2;
    return Mehari::Doctor::warn('memory', $found,
        'see docs/memory.md: fewer processes, smaller ones.')
        if $available < 128 * 1024;
    return Mehari::Doctor::ok('memory', $found);
}

sub available () {
    open my $in, '<', '/proc/meminfo' or return undef;
    while (my $line = <$in>) {
        return $1 if $line =~ /^MemAvailable:\s+(\d+)/;
    }
    return undef;
}

sub number ($file) {
    open my $in, '<', $file or return undef;
    return (<$in> // '') =~ /\A(\d+)/ ? $1 : undef;
}

1;

__END__

=head1 NAME

Mehari::Doctor::Kernel - what the kernel lets a pool do

=head1 DESCRIPTION

Checks of L<Mehari::Doctor>.

=cut
