package Mehari::Memory::Rollup;

# A process's memory, as the kernel adds it up over all its pages. It is loaded
# into httpd (Apache2::SizeLimit), so it loads no other module.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::File qw(bytes_if_readable);

our @EXPORT_OK = qw(rollup_of rollup_in);

# KB { total, private, shared, pss, swap }; undef if the process has ended, or
# if we may not look at it. Kernels before 4.14 only list each mapping.
sub rollup_of ($pid) {
    for my $file ("/proc/$pid/smaps_rollup", "/proc/$pid/smaps") {
        my $rollup = rollup_in(bytes_if_readable($file) // next);
        return $rollup if $rollup;
    }
    return undef;
}

# A page counts as shared when any other process has it, too.
sub rollup_in ($text) {
    my %kb;
    $kb{$1} += $2 while $text =~ /^(\w+):\s+(\d+) kB$/mg;
    return undef if !defined $kb{Rss};
    return {
        total   => $kb{Rss},
        private => $kb{Private_Clean} + $kb{Private_Dirty},
        shared  => $kb{Shared_Clean} + $kb{Shared_Dirty},
        pss     => $kb{Pss},
        swap    => $kb{Swap} // 0,
    };
}

1;

__END__

=head1 NAME

Mehari::Memory::Rollup - memory of a process, added up

=head1 FUNCTIONS

=over

=item rollup_of($pid)

Returns a hash of the sizes in F</proc/PID/smaps_rollup>, in KB: C<private> (no
other process has these pages), C<shared> (other processes have them, too),
C<total> (both together), C<pss> (private pages, and each shared page divided by
the number of its processes) and C<swap>. Returns undef if the file cannot be
read. $pid may be C<self>.

=item rollup_in($text)

Returns the same hash for the text of such a file.

=back

=cut
