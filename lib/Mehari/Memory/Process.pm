package Mehari::Memory::Process;

# The kernel's figures of a process's memory. All of it in KB.

use Mehari::Perl;
use Exporter qw(import);
use POSIX    qw(sysconf uname _SC_PAGESIZE);

use Mehari::File           qw(bytes_if_readable);
use Mehari::Memory::Rollup qw(rollup_of);

our @EXPORT_OK = qw(memory_of merged_by_kernel shares_memory);

# Numbers of kcmp(2), on processors where pools make processes that share
# memory.
my %KCMP    = (x86_64 => 312, aarch64 => 272);
my $KCMP_VM = 1;

my $PAGE = sysconf(_SC_PAGESIZE) / 1024;

# { private, shared, total, proportion [, merged] }; undef: not there,
# or not ours to look at.
sub memory_of ($pid) {
    my $kb = rollup_of($pid) // return undef;
    return {
        (map { $_ => $kb->{$_} } qw(private shared total)),
        proportion => $kb->{pss},
        merged($pid),
    };
}

# True if two processes have the same memory (CLONE_VM). undef: the kernel does
# not tell.
sub shares_memory ($one, $other) {
    my $number = $KCMP{ (uname)[4] } // return undef;
    my $order  = syscall $number, 0 + $one, 0 + $other, $KCMP_VM, 0, 0;
    return $order < 0 ? undef : !$order;
}

# Merged KB of a process whose pages the kernel may merge.
sub merged ($pid) {
    my $text    = bytes_if_readable("/proc/$pid/ksm_stat") // return ();
    my ($pages) = $text =~ /^ksm_merging_pages (\d+)/m or return ();
    return () if !$pages && $text !~ /^ksm_merge_any: yes/m;
    return (merged => $pages * $PAGE);
}

# { running, saved } of the whole machine; undef if the kernel has no KSM.
sub merged_by_kernel () {
    my $run     = bytes_if_readable('/sys/kernel/mm/ksm/run') // return undef;
    my $sharing = bytes_if_readable('/sys/kernel/mm/ksm/pages_sharing');
    return {
        running => 0 + ($run =~ /^1/),
        saved   => ($sharing // 0) * $PAGE,
    };
}

1;

__END__

=head1 NAME

Mehari::Memory::Process - memory of a process, as the kernel says

=head1 FUNCTIONS

=over

=item memory_of($pid)

A hash of KB, from F</proc/PID/smaps_rollup>: C<private> (nobody else has it:
what its end gives back), C<shared> (others have it too), C<total> (the two
together) and C<proportion> (private, and of each shared page its part). If the
kernel may merge its pages also C<merged>. undef when it cannot be read.

=item shares_memory($pid, $other)

True if two processes share one address space, as a template and its run do.
undef if the kernel does not tell.

=item merged_by_kernel

C<running>, and C<saved>, KB that merging saves on the machine.

=back

=cut
