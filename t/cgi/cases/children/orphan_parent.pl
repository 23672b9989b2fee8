# The new parent of an orphan is not the script.
use POSIX ();
print "Content-Type: text/plain\n\n";
unlink 'work/who';
my $parent = $$;
my $pid = fork // die;
if (!$pid) {
    close STDIN; close STDOUT; close STDERR;
    for (1 .. 500) { last if getppid != $parent; select undef, undef, undef, 0.01 }
    open my $out, '>', 'work/who.new' or POSIX::_exit(1);
    print $out getppid != $parent ? "adopted\n" : "kept\n";
    close $out;
    rename 'work/who.new', 'work/who';
    POSIX::_exit(0);
}
print "page\n";
