# select says that STDIN is ready, also at its end.
print "Content-Type: text/plain\n\n";
for (1, 2) {
    vec(my $bits = '', 0, 1) = 1;
    my $ready = select $bits, undef, undef, 5;
    print "$ready ";
    my $n = sysread STDIN, my $buffer, 100;
    print "$n\n";
}
