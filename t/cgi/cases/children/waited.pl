# fork and wait: the order of the output of both processes.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { print "child\n"; exit }
print waitpid($pid, 0) == $pid ? "waited\n" : "lost\n";
