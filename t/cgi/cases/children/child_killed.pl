# A child that is killed.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { sleep 10; exit }
kill TERM => $pid;
waitpid $pid, 0;
print "signal ", $? & 127, "\n";
