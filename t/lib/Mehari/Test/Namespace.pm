package Mehari::Test::Namespace;

# Runs the test again in namespaces of its own: its limits there concern nobody
# else. Only root can do this.

use Mehari::Perl;
use Carp  qw(croak);
use POSIX ();

my $MARK = 'MEHARI_TEST_NAMESPACE';

# Flags of linux/sched.h, and the number of unshare(2) by machine.
my %FLAG   = (user   => 0x10000000, mount   => 0x00020000);
my %NUMBER = (x86_64 => 272,        aarch64 => 97);

# Returns true in the namespaces, which have the same users as outside. Returns
# false if they cannot be made. If they can, the first process does not return.
sub enter (@kinds) {
    return 1 if $ENV{$MARK};
    return 0 if $> || !$NUMBER{ (POSIX::uname())[4] };
    pipe my $made,   my $say_made   or croak "pipe: $!";
    pipe my $mapped, my $say_mapped or croak "pipe: $!";
    my $pid = fork // croak "fork: $!";
    run($say_made, $mapped, @kinds) if !$pid;
    close $say_made;
    my $well = sysread($made, my $byte, 1) && map_users($pid, @kinds);
    syswrite $say_mapped, $well ? 'y' : 'n';
    waitpid $pid, 0;
    return 0 if !$well;
    POSIX::_exit($? >> 8 || ($? ? 1 : 0));
}

sub run ($say_made, $mapped, @kinds) {
    my $flags = 0;
    $flags |= $FLAG{$_} for @kinds;
    syswrite $say_made, 'y'
        if !syscall $NUMBER{ (POSIX::uname())[4] }, $flags;
    close $say_made;
    sysread $mapped, my $word, 1;
    my $well = ($word // '') eq 'y';
    $ENV{$MARK} = 1;
    exec $^X, (map { "-I$_" } @INC), $0 if $well;
    POSIX::_exit(1);
}

sub map_users ($pid, @kinds) {
    return 1 if !grep { $_ eq 'user' } @kinds;
    for my $kind (qw(uid gid)) {
        open my $map, '>', "/proc/$pid/${kind}_map" or return 0;
        defined syswrite $map, "0 0 65536\n" or return 0;
    }
    return 1;
}

1;
