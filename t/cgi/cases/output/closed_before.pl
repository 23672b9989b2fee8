# STDOUT closed before anything was printed.
print STDERR "closing\n";
close STDOUT;
