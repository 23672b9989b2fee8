# Signals that are blocked and ignored in a program that the script starts.
print "Content-Type: text/plain\n\n";
for (`grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status`) {
    printf "%s %x\n", /(\w+):\s+(\w+)/ ? ($1, hex($2) & ~2) : ();
}
