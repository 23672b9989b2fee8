# $$ in a child is the child's, getppid the script's.
print "Content-Type: text/plain\n\n";
$| = 1;
my $parent = $$;
my $pid = fork;
if (!$pid) {
    print $$ != $parent ? "other\n" : "same\n";
    print getppid == $parent ? "parent\n" : "orphan\n";
    exit;
}
waitpid $pid, 0;
