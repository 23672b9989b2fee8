# die in a handler leaves an eval.
print "Content-Type: text/plain\n\n";
$SIG{USR2} = sub { die "out\n" };
eval { kill USR2 => $$; sleep 1 for 1 .. 3; print "not here\n" };
print "caught $@";
