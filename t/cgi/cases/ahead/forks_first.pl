print "Content-type: text/plain\n\nonce more\n";
my $pid = fork // die;
if (!$pid) { print "child\n"; exit 3 }
waitpid $pid, 0;
print $? >> 8, "\n";
print `echo from a shell`;
