# Signals that are blocked, ignored and caught, as the kernel says. For INT
# see signals/interrupt.
open my $in, '<', '/proc/self/status' or die;
print "Content-Type: text/plain\n\n";
for (grep {/^Sig(?:Blk|Ign|Cgt|Pnd):|^ShdPnd/} <$in>) {
    printf "%s %x\n", /(\w+):\s+(\w+)/ ? ($1, hex($2) & ~2) : ();
}
