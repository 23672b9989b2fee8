# fork in BEGIN.
my $status;
BEGIN {
    my $pid = fork // die;
    if (!$pid) { require POSIX; POSIX::_exit(5) }
    waitpid $pid, 0;
    $status = $? >> 8;
}
print "Content-Type: text/plain\n\n";
print "$status\n";
