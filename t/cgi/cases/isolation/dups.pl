print "Content-Type: text/plain\n\n";
open(FH, "<&STDIN") or die; print fileno(FH) > 2 ? 1 : 0, defined(scalar <FH>) ? 1 : 0, "\n"; open(OUT, ">&STDOUT"); print OUT "dup\n"; open(ALIAS, ">&=STDOUT"); print ALIAS "alias\n"; open(OUT2, ">&=", 1); print OUT2 "one\n"; print "normal\n";
