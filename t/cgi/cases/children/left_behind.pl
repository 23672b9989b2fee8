# A child that goes on with STDOUT closed: the page does not wait for it.
# (mod_cgid waits until STDIN, the same socket, is closed too.)
use POSIX ();
$| = 1;
print "Content-Type: text/plain\n\n";
unlink 'work/done';
my $pid = fork // die;
if (!$pid) {
    close STDOUT;
    close STDERR;
    for (1 .. 3000) { last if -e 'work/go'; select undef, undef, undef, 0.01 }
    open my $out, '>', 'work/writing' or POSIX::_exit(1);
    print $out -e 'work/go' ? "after the page\n" : "alone\n";
    close $out;
    rename 'work/writing', 'work/done';
    POSIX::_exit(0);
}
print "page\n";
