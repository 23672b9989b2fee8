package Mehari::Test::Memory;

# The memory of those processes of a pool that outlive a request.

use Mehari::Perl;
no warnings qw(portable);
use Exporter qw(import);

use Mehari::Test::Gateway qw(children_of);

our @EXPORT = qw(secrets_left);

my $RESERVED = 2**30;    # bytes; a sanitizer maps more than there are

# Returns those of the secrets that are in a process's memory.
sub secrets_in ($pid, @secrets) {
    my %found;
    open my $maps, '<',     "/proc/$pid/maps" or return "maps: $!";
    open my $mem,  '<:raw', "/proc/$pid/mem"  or return "mem: $!";
    while (my $line = <$maps>) {
        my ($from, $to) = $line =~ /\A([0-9a-f]+)-([0-9a-f]+) r/ or next;
        next
            if $line =~ /\[v(?:var|syscall)/
            || hex($to) - hex $from > $RESERVED;
        sysseek $mem, hex $from, 0 or next;
        sysread $mem, my $bytes, hex($to) - hex $from;
        for my $secret (@secrets) {
            $found{$secret}++ if index($bytes // '', $secret) >= 0;
        }
    }
    return sort keys %found;
}

# Returns the processes that compile and those that wait for a request: perls with
# a script's name, and the perls above them.
sub perls ($h) {
    my @found;
    for my $pid (children_of($h->pid)) {
        open my $in, '<', "/proc/$pid/cmdline" or next;
        my $line = <$in> // next;
        push @found, $pid if $line =~ m{perl\0};
    }
    return @found;
}

# Returns the secrets in the memory of each process. A process that ends during the
# search is left out.
sub secrets_left ($h, @secrets) {
    my %found = map { $_ => [ secrets_in($_, @secrets) ] } perls($h);
    return
        map { $_ => $found{$_} } grep { readlink "/proc/$_/exe" } keys %found;
}

1;
