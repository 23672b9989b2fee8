print "Content-Type: text/plain\n\n";
open my $e, '>&', \*STDERR; select((select($e), $| = 1)[0]); print "$|\n"; select(STDERR); $| = 1; print "to err\n"; select STDOUT; $|++; print "$|\n"; $| = 0; print "$|\n"; select(undef); print "x\n";
