# A script that is stopped by a child, and goes on.
print "Content-Type: text/plain\n\n";
my $parent = $$;
my $pid = fork // die;
if (!$pid) {
    select undef, undef, undef, 0.1;
    kill CONT => $parent;
    require POSIX;
    POSIX::_exit(0);
}
kill STOP => $$;
waitpid $pid, 0;
print "went on\n";
