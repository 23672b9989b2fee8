# die in a child: the message is logged, and its END blocks run.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { die "child dies\n" }
waitpid $pid, 0;
print "status ", $? >> 8, "\n";
