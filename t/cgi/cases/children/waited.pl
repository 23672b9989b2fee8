# fork and wait: who writes what and when.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { print "child\n"; exit }
print waitpid($pid, 0) == $pid ? "waited\n" : "lost\n";
