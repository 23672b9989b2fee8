package Mehari::Memory::Family;

# The roles of the processes of an httpd with mehari in it.

use Mehari::Perl;
use Exporter       qw(import);
use File::Basename qw(basename);

use Mehari::Memory::Process qw(shares_memory);

our @EXPORT_OK = qw(family find_server);

my @HTTPD     = qw(apache2 httpd);
my @PID_FILES = qw(
    /run/apache2/apache2.pid
    /run/httpd/httpd.pid
    /run/httpd.pid
    /var/run/apache2/apache2.pid
    /var/run/httpd.pid
    /usr/local/apache2/logs/httpd.pid
);

# The number of httpd's parent: from a number, a pid file, or the usual place of
# one.
sub find_server ($where = undef) {
    my ($file) = defined $where ? $where : grep { -e } @PID_FILES;
    die "no httpd has its pid file in a usual place; start httpd, or name the"
        . " file that PidFile names: mehari top --memory FILE\n"
        if !defined $file;
    my $pid   = $file =~ /\A\d+\z/ ? $file : read_pid($file);
    my $named = $file eq $pid      ? ''    : ", which $file names,";
    die "there is no process $pid" . ($named =~ s/,\z//r) . ".\n"
        if !-d "/proc/$pid";
    my $program = program_of($pid);
    die "process $pid$named is $program, not httpd.\n"
        if !grep { $_ eq $program } @HTTPD,
        basename($ENV{MEHARI_HTTPD} // '');
    return $pid;
}

# The name of a process. The kernel cuts it after 15 bytes.
sub program_of ($pid) {
    open my $in, '<:raw', "/proc/$pid/comm" or return '';
    chomp(my $name = <$in> // '');
    return $name;
}

sub read_pid ($file) {
    open my $in, '<', $file or die "cannot read $file: $!.\n";
    my ($pid) = (<$in> // '') =~ /\A\s*(\d+)\s*\z/
        or die "$file is not a pid file.\n";
    return $pid;
}

sub parents () {
    my %parent;
    for my $file (glob '/proc/[0-9]*/stat') {
        open my $in, '<', $file or next;
        my ($pid, $state, $parent)
            = (<$in> // '') =~ /\A(\d+) \(.*\) (\S) (\d+)/s
            or next;
        $parent{$pid} = $parent if $state ne 'Z';
    }
    return \%parent;
}

sub words_of ($pid) {
    open my $in, '<:raw', "/proc/$pid/cmdline" or return ();
    return split /\0/, <$in> // '';
}

# Top down: { pid, depth, role, pool, what }.
sub family ($server) {
    my $parent = parents();
    my %below;
    push $below{ $parent->{$_} }->@*, $_ for keys %$parent;
    my @found;
    add(\@found, \%below, { pid => $server, depth => 0, role => 'parent' });
    return @found;
}

sub add ($found, $below, $one) {
    push @$found, $one;
    for my $pid (sort { $a <=> $b } ($below->{ $one->{pid} } // [])->@*) {
        my $member = member($pid, $one);
        $one->{role} = 'template' if $member->{role} eq 'run';
        add($found, $below, $member);
    }
    return;
}

# A process's role follows from its parent's.
my %MEMBER = (
    parent        => \&below_parent,
    manager       => \&below_manager,
    base          => \&below_base,
    zygote        => sub ($one, @) { $one->{role} = 'child' },
    child         => \&below_child,
    template      => \&below_child,
    'worker base' => sub ($one, @) { $one->{role} = 'worker' },
);

sub member ($pid, $parent) {
    my %one = (
        pid   => $pid,
        above => $parent->{pid},
        depth => $parent->{depth} + 1,
        pool  => $parent->{pool},
        role  => 'program',
    );
    my @words = words_of($pid);
    my $know  = $MEMBER{ $parent->{role} };
    $know->(\%one, @words) if $know;
    $one{what} = $parent->{what}
        if $one{role} =~ /\A(?:child|run)\z/ && defined $parent->{what};
    $one{what} = "@words"
        if $one{role} eq 'program' && @words;
    return \%one;
}

sub below_parent ($one, @words) {
    if (($words[0] // '') eq 'mehari-pool') {
        $one->@{qw(role pool)} = ('manager', $words[1]);
        return;
    }
    $one->{role} = 'child';
    return;
}

# A pool's perl is our program; any other program is a script that the manager
# executes.
sub below_manager ($one, @words) {
    if (grep { $_ eq 'MEHARI_WORKER' } @words) {
        $one->{role} = 'worker base';
    }
    elsif (is_pools($one->{pid})) {
        my $script = $words[-1] // '';
        return below_base($one, @words) if $script ne '/dev/null';
        $one->{role} = 'base';
    }
    return;
}

# A pool's process below a child is a template's run, or the fork of a script.
# A process with another program was started by the script. If the kernel does
# not tell, we assume a run.
sub below_child ($one, @) {
    return if !is_pools($one->{pid});
    my $shares = shares_memory($one->{pid}, $one->{above}) // 1;
    $one->{role} = $shares ? 'run' : 'child';
    return;
}

sub is_pools ($pid) {
    return (readlink("/proc/$pid/exe") // '') =~ m{/mehari-pool\b};
}

sub below_base ($one, @words) {
    $one->{role} = 'zygote';
    $one->{what} = $words[-1];
    return;
}

1;

__END__

=head1 NAME

Mehari::Memory::Family - the processes of a server

=head1 FUNCTIONS

=over

=item find_server([$pid | $pid_file])

Returns the process id of httpd's parent. If you give no argument, it looks
where distributions have their pid files.

=item family($pid)

Returns that process and all below it, each a hash with C<pid>, C<above> (its
parent), C<depth>, C<role> (C<parent>, C<child>, C<manager>, C<base>, C<zygote>,
C<template>, C<run>, C<worker base>, C<worker>, C<program>), C<pool> (its name)
and C<what> (a script, a command). The memory of a C<run> is that of the
C<template> above it.

=back

=cut
