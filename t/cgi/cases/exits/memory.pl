# "Out of memory" is only a large number: a die in eval.
print "Content-Type: text/plain\n\n";
my $ok = eval { my $x = 'x' x 1_000_000; 1 };
print $ok ? "fine\n" : "failed\n";
