# Descriptors 0, 1 and 2, and no others.
opendir my $dir, '/proc/self/fd' or die;
my @open = sort { $a <=> $b } grep {/\d/} readdir $dir;
print "Content-Type: text/plain\n\n";
for my $fd (@open) {
    my $to = readlink("/proc/self/fd/$fd") // next;
    print $fd, $fd < 3 ? '' : $to =~ m{/proc/} ? ' the list' : " $to", "\n";
}
