BEGIN { $| = 1; print "Content-Type: text/plain\n\n"; $| = 0 }
BEGIN { eval { die "x" }; $@ = ''; } INIT { print "init\n"; our $i++ } CHECK { print "check\n" } UNITCHECK { print "uc\n" } END { print "end $i $?\n"; $? = 7 } END { $? += 2 } print "${^GLOBAL_PHASE} $i\n"; eval 'END { print "late\n" }'; exit 3;
