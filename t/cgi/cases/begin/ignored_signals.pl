# A signal that the server ignores a program ignores too, also while it is
# compiled, and Perl remembers what %SIG has shown then; but INT, for which see
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
