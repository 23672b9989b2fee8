# END runs in a forked child that exits, not in one that ends by _exit.
use POSIX ();
$| = 1;
my $parent = $$;
print "Content-Type: text/plain\n\n";
END { print $$ == $parent ? "script\n" : "child\n" }
for my $way (0, 1) {
    my $pid = fork // die;
    if (!$pid) { $way ? POSIX::_exit(0) : exit }
    waitpid $pid, 0;
}
