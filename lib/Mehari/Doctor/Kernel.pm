package Mehari::Doctor::Kernel;

# The kernel's features that a pool can use.

use Mehari::Perl;

use Mehari::ControlGroup qw(memory_left);

# The least values of the kernel's limits that are enough for a larger site.
my %LEAST = (max_user_watches => 16_384, max_user_instances => 64);

# mehari-pool's own report: name => [yes or no, details].
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
        "no way to restore memory works here: $all",
        'nothing, if you accept a fork for each request. Everything works, but'
            . ' more slowly.'
    ) if !defined $best;
    return Mehari::Doctor::ok('restore',
        "$best is the fastest way to restore a script's memory ($all)")
        if $best eq 'uffd';
    return Mehari::Doctor::warn(
        'restore',
        "$best is the fastest way to restore a script's memory ($all)",
        'nothing, if this is fast enough. Linux 6.7 has a faster way. In a'
            . ' container, the seccomp profile must allow userfaultfd for it.'
    );
}

sub seccomp ($doctor) {
    my $seen = means($doctor)->{seccomp} // return ();
    return Mehari::Doctor::ok('seccomp',
        'the kernel supports it, so seccomp=on works')
        if $seen->[0] eq 'yes';
    return Mehari::Doctor::warn(
        'seccomp',
        "the kernel does not support it: $seen->[1]",
        'leave seccomp=on out, because such a pool does not start. Give pools'
            . ' users of their own instead.'
    );
}

# Pools learn of changed scripts and modules by inotify.
sub inotify ($doctor) {
    my @low;
    for my $name (sort keys %LEAST) {
        my $is = number("/proc/sys/fs/inotify/$name");
        return Mehari::Doctor::warn(
            'inotify',
            'the kernel does not show its limits',
            'enable inotify in the kernel. Without it, mehari checks all files'
                . ' at each request, which takes time.'
        ) if !defined $is;
        push @low, "fs.inotify.$name is $is" if $is < $LEAST{$name};
    }
    return Mehari::Doctor::ok('inotify', 'the limits are high enough')
        if !@low;
    return Mehari::Doctor::warn(
        'inotify',
        join(', ', @low),
        'raise the limits: '
            . join(' ',
            map { "sysctl fs.inotify.$_=$LEAST{$_}" } sort keys %LEAST)
            . '. mehari checks files beyond them at each request, which takes'
            . ' time.'
    );
}

sub memory ($doctor) {
    my $mode      = number('/proc/sys/vm/overcommit_memory') // return ();
    my $available = available()                              // 0;
    my $group     = memory_left();
    my $limited   = defined $group && $group < $available;
    $available = $group if $limited;
    my $found = sprintf '%d MB are available%s', $available / 1024,
        $limited ? ' below the limit of the control group' : '';
    return Mehari::Doctor::warn(
        'memory',
        "$found; vm.overcommit_memory is 2, so the kernel counts each fork of"
            . ' a large process as if it wrote to all of its memory',
        'set vm.overcommit_memory=0, or add swap. Otherwise forks can fail, and'
            . ' requests get 503.'
    ) if $mode == 2;
    return Mehari::Doctor::warn('memory', $found,
        'run fewer or smaller processes (docs/memory.md).')
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
