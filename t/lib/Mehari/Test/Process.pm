package Mehari::Test::Process;

# Other processes, as proc(5) has them.

use Mehari::Perl;
use Exporter              qw(import);
use Mehari::Test          qw(read_file);
use Mehari::Test::Gateway qw(wait_until);

our @EXPORT = qw(
    parent_of state_of command_of have_ended are_at_rest stop_all known left
    waits_to_write
);

# 0: there is no such process.
sub parent_of ($pid) { return (_stat($pid))[1] // 0 }

# X: there is no such process.
sub state_of ($pid) { return (_stat($pid))[0] // 'X' }

# All behind the name, which may have blanks.
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

# Stopped, or at their end.
sub are_at_rest (@pids) {
    return !grep { state_of($_) !~ /[TZX]/ } @pids;
}

sub stop_all (@pids) {
    kill STOP => @pids;
    return wait_until(sub { are_at_rest(@pids) });
}

# Numbers of processes may be another's soon: by when they began, too.
sub known (@pids) {
    return map { "$_ " . ((_stat($_))[19] // 0) }
        grep { !have_ended($_) } @pids;
}

# Those of a list by known() that have not ended.
sub left ($was) {
    my %was = map { $_ => 1 } @$was;
    return grep { $was{$_} } known(map { /^(\d+)/ } @$was);
}

# Into a pipe that is full.
sub waits_to_write ($pid) {
    return (eval { read_file("/proc/$pid/wchan") } // '') =~ /pipe_write/;
}

1;
