# A program ignores the signals that the server ignores, also while it is
# compiled, and Perl remembers the values of %SIG from then. For INT see
# signals/interrupt.
BEGIN {
    $early = join ',', grep { $_ ne 'INT' && $SIG{$_} } sort keys %SIG;
    $SIG{PIPE} = 'DEFAULT';
}
print "Content-Type: text/plain\n\n$early\n";
print join(',', grep { $_ ne 'INT' && $SIG{$_} } sort keys %SIG), "\n";
print `grep ^SigIgn /proc/self/status` =~ /(\w+)$/
    ? sprintf "%x\n", hex($1) & ~2
    : 'unknown';
