package Mehari::Memory::Growth;

# The tables in which processes with Perl write their growth, by the script or
# handler of the request (src/module/limit/growth.h). A table is read as data of
# a fixed size, because those processes are not trusted.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(growth_of);

my $HEAD     = 'a8 L L';
my $HEAD_LEN = 16;
my $ROW      = 'L x4 Q Q Q Z224';
my $ROW_LEN  = 256;
my $ROWS     = 256;
my $NAMED    = 2;

# For each table that these processes have: { pid (of the first that has it),
# rows => [ { what, requests, kb, largest } ] }, largest growth first.
sub growth_of (@pids) {
    my %seen;
    my @tables;
    for my $pid (@pids) {
        for my $file (files_of($pid)) {
            my ($device, $inode) = stat $file;
            next if !defined $inode || $seen{"$device $inode"}++;
            my $rows = rows_of($file) // next;
            push @tables, { pid => $pid, rows => $rows } if @$rows;
        }
    }
    return @tables;
}

sub files_of ($pid) {
    opendir my $dir, "/proc/$pid/fd" or return ();
    return grep { (readlink($_) // '') =~ m{\A/memfd:mehari-growth\b} }
        map { "/proc/$pid/fd/$_" } grep { /\A\d+\z/ } readdir $dir;
}

sub rows_of ($file) {
    return undef if !-f $file;    # a pipe of that name would be waited for
    open my $in, '<:raw', $file or return undef;
    read $in, my $bytes, $HEAD_LEN + $ROWS * $ROW_LEN;
    return undef if length $bytes < $HEAD_LEN;
    my ($magic, $rows, $size) = unpack $HEAD, $bytes;
    return undef if "$magic,$rows,$size" ne "MHGROW1\0,$ROWS,$ROW_LEN";
    my @rows = map { row($_) } unpack "x$HEAD_LEN (a$ROW_LEN)*", $bytes;
    my %sum;

    for my $row (@rows) {
        my $known = $sum{ $row->{what} }
            //= { %$row, requests => 0, kb => 0 };
        $known->{$_} += $row->{$_} for qw(requests kb);
    }
    return [ sort { $b->{kb} <=> $a->{kb} || $a->{what} cmp $b->{what} }
            values %sum ];
}

sub row ($bytes) {
    return () if length $bytes < $ROW_LEN;
    my ($state, $requests, $grown, $largest, $name) = unpack $ROW, $bytes;
    return () if $state != $NAMED || !$requests;
    return {
        what     => $name =~ s/[^\x20-\x7e]/?/gr,
        requests => $requests,
        kb       => int($grown / 1024),
        largest  => int($largest / 1024),
    };
}

1;

__END__

=head1 NAME

Mehari::Memory::Growth - requests by which processes have grown

=head1 FUNCTIONS

=over

=item growth_of(@pids)

The tables of these processes, each a hash with C<pid>, the first of those that
have it, and C<rows>: C<what> (a script's path or a handler), C<requests>,
C<kb> (by which processes have grown in them) and C<largest> (in one of them).

=back

=cut
