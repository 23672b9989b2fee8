# pipe, fork, both ways.
$| = 1;
print "Content-Type: text/plain\n\n";
pipe my $r1, my $w1;
pipe my $r2, my $w2;
my $pid = fork // die;
if (!$pid) { close $w1; close $r2; my $line = <$r1>; print $w2 uc $line; close $w2; exit }
close $r1; close $w2;
print $w1 "question\n";
close $w1;
print <$r2>;
waitpid $pid, 0;
