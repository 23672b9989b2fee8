# A child's child.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) {
    my $inner = fork // die;
    if (!$inner) { print "grandchild\n"; exit }
    waitpid $inner, 0;
    print "child\n";
    exit;
}
waitpid $pid, 0;
print "script\n";
