# wait in END.
$| = 1;
print "Content-Type: text/plain\n\n";
my $parent = $$;
END { if ($$ == ($parent // 0)) { 1 while wait > 0; print "all done\n" } }
for my $n (1 .. 3) { my $pid = fork // die; if (!$pid) { select undef, undef, undef, 0.05; print "child\n"; exit } }
