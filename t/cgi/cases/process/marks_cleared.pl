# A process can clear the kernel's marks of pages that it has written to, in two
# ways.
our @list;

BEGIN {
    @list = map { "l$_" } 1 .. 20_000;
}
print "Content-Type: text/plain\n\n";
print "$list[5] $list[15000]\n";
$_ .= 'changed' for @list;

if (open my $marks, '>', '/proc/self/clear_refs') {
    print {$marks} "4\n";
    close $marks;
}
open my $maps, '<', '/proc/self/maps' or die $!;
my @ranges = map { /^(\w+)-(\w+) rw/ ? [ hex $1, hex $2 ] : () } <$maps>;
open my $pages, '<', '/proc/self/pagemap' or die $!;
my $found = "\0" x 24_000;
for my $range (@ranges) {

    # PAGEMAP_SCAN of pages written, which are protected from writes again.
    my $scan = pack 'Q12', 96, 3, @$range, 0, unpack('J', pack 'p', $found),
        1000, 0, 0, 2, 0, 2;
    ioctl $pages, 0xC0606610, $scan;
}
print "$list[5] $list[15000]\n";
