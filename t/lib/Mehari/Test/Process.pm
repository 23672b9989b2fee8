package Mehari::Test::Process;

# Facts about other processes from proc(5).

use Mehari::Perl;
use Exporter              qw(import);
use Mehari::Test          qw(read_file);
use Mehari::Test::Gateway qw(wait_until);

our @EXPORT = qw(
    parent_of state_of command_of have_ended are_at_rest stop_all known left
    waits_to_write
);

# Returns 0 if there is no such process.
sub parent_of ($pid) { return (_stat($pid))[1] // 0 }

# Returns X if there is no such process.
sub state_of ($pid) { return (_stat($pid))[0] // 'X' }

# Returns the fields of the stat file after the name, which may have blanks.
sub _stat ($pid) {
    my $text = eval { read_file("/proc/$pid/stat") } // return;
    return split ' ', $text =~ s/\A.*\)//sr;
}

sub command_of ($pid) {
    return eval { read_file("/proc/$pid/cmdline") } // '';
}

sub have_ended (@pids) {
    return !grep { state_of($_) !~ /[ZX]/ } @pids;
}

# True if each process is stopped or has ended.
sub are_at_rest (@pids) {
    return !grep { state_of($_) !~ /[TZX]/ } @pids;
}

sub stop_all (@pids) {
    kill STOP => @pids;
    return wait_until(sub { are_at_rest(@pids) });
}

# Returns "PID START" of each process that has not ended: another process may soon
# have the same PID.
sub known (@pids) {
    return map { "$_ " . ((_stat($_))[19] // 0) }
        grep { !have_ended($_) } @pids;
}

# Returns those of a list by known() that have not ended.
sub left ($was) {
    my %was = map { $_ => 1 } @$was;
    return grep { $was{$_} } known(map { /^(\d+)/ } @$was);
}

# True if the process waits to write into a full pipe.
sub waits_to_write ($pid) {
    return (eval { read_file("/proc/$pid/wchan") } // '') =~ /pipe_write/;
}

1;
