# The child writes the header, the script waits.
my $pid = fork // die;
if (!$pid) { print "Content-Type: text/plain\n\n"; print "by the child\n"; exit }
waitpid $pid, 0;
