# CHLD is not ignored: the status of a program can be had.
print "Content-Type: text/plain\n\n";
system 'exit 3;';
print $? >> 8, "\n";
my $pid = fork // die;
if (!$pid) { require POSIX; POSIX::_exit(4) }
waitpid $pid, 0;
print $? >> 8, "\n";
