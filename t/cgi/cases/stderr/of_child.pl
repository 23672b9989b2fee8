# A child's STDERR.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { print STDERR "child\n"; exit }
waitpid $pid, 0;
print STDERR "parent\n";
