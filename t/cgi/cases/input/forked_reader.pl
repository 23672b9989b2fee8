# A forked child reads, the parent waits.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { print "child: ", <STDIN>, "\n"; exit }
waitpid $pid, 0;
print "parent: ", scalar(() = <STDIN>), "\n";
