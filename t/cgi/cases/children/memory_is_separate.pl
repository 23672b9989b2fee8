# A child's change is its own.
$| = 1;
our $x = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { $x = 2; print "child $x\n"; exit }
waitpid $pid, 0;
print "script $x\n";
