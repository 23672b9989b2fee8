# Output that was buffered before fork comes twice.
print "Content-Type: text/plain\n\n";
print "buffered\n";
my $pid = fork // die;
if (!$pid) { exit }
waitpid $pid, 0;
print "parent\n";
